/**
 * What was made of items that nobody changes any more, by who made it. A table in this process gives the same object for an item as
 * long as it is not written: it is converted and held to its schema once. Every other table gives each reader objects of his own, of
 * which nothing is remembered.
 */
const made = new WeakMap<object, Made | null>();

/** A list: of most values one or two things are made, of many nothing. */
interface Made {
  readonly maker: unknown;
  readonly result: unknown;
  readonly earlier: Made | null;
}

/** The same object is given to every reader, and replaced when the item is written. */
export function asLasting<Value extends object>(value: Value): Value {
  if (!made.has(value)) made.set(value, null);
  return value;
}

/** What `make` gives, made once of a lasting value; what comes of it lasts as well. */
export function madeOnce<Result>(value: unknown, maker: unknown, make: () => Result): Result {
  const isLasting = typeof value === "object" && value !== null && made.has(value);
  if (!isLasting) return make();
  for (let one = made.get(value); one != null; one = one.earlier)
    if (one.maker === maker) return one.result as Result;
  const result = make();
  if (typeof result === "object" && result !== null) asLasting(result);
  made.set(value, { maker, result, earlier: made.get(value) ?? null });
  return result;
}
