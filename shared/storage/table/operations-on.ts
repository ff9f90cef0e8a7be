type OperationsOn<Part, Operations> = {
  readonly [Name in keyof Operations]: Operations[Name] extends (
    part: Part,
    ...given: infer Given
  ) => infer Answer
    ? (...given: Given) => Answer
    : never;
};

/** A repository: its operations, each of which is given `part`, mostly an entity, before what it is called with. */
export const operationsOn = <
  Part,
  Operations extends Readonly<Record<string, (part: Part, ...given: never[]) => unknown>>,
>(
  part: Part,
  operations: Operations,
): OperationsOn<Part, Operations> =>
  Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => [
      name,
      (...given: never[]) => operation(part, ...given),
    ]),
  ) as OperationsOn<Part, Operations>;
