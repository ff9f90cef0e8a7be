/** A share of nothing is unknown, not 0. */
export const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

export const sumOf = <Item>(items: Iterable<Item>, of: (item: Item) => number): number => {
  let sum = 0;
  for (const item of items) sum += of(item);
  return sum;
};
