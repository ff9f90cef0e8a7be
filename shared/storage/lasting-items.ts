/**
 * What was made of items that nobody changes any more, by who made it. A table in this process gives the same object for an item as
 * long as it is not written: it is converted and held to its schema once. Every other table gives each reader objects of his own, of
 * which nothing is remembered.
 */
const made = new WeakMap<object, Map<unknown, unknown>>();

/** The same object is given to every reader, and replaced when the item is written. */
export function asLasting<Value extends object>(value: Value): Value {
  if (!made.has(value)) made.set(value, new Map());
  return value;
}

/** What `make` gives, made once of a lasting value; what comes of it lasts as well. */
export function madeOnce<Result>(value: unknown, maker: unknown, make: () => Result): Result {
  const known = typeof value === "object" && value !== null ? made.get(value) : undefined;
  if (known === undefined) return make();
  const earlier = known.get(maker);
  if (earlier !== undefined) return earlier as Result;
  const result = make();
  if (typeof result === "object" && result !== null) asLasting(result);
  known.set(maker, result);
  return result;
}
