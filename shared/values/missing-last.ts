/** An order of values in which those that are missing come last, whichever way the others go: 1 up, -1 down. */
export const missingLast =
  <Value>(sign: 1 | -1, compare: (one: Value, other: Value) => number) =>
  (one: Value | undefined, other: Value | undefined): number =>
    one === undefined || other === undefined
      ? Number(one === undefined) - Number(other === undefined)
      : sign * compare(one, other);
