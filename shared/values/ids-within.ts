import type { Timestamp } from "../contracts/values/ids.ts";

/** Crockford's alphabet, in its order. */
const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const timeLength = 10;
const idLength = 26;
const lastOfAll = `7${"Z".repeat(idLength - 1)}`;

/** The ULIDs of a time, both ends included; null when there can be none. `before`: and none from this one on. */
export function idsWithin(
  { from, to }: { readonly from?: Timestamp | undefined; readonly to?: Timestamp | undefined },
  before?: string,
): { readonly first: string; readonly last: string } | null {
  const first = from === undefined ? "0".repeat(idLength) : firstIdOf(from);
  const ends = [before, to === undefined ? undefined : firstIdOf(to)].filter((end) => end !== undefined);
  const last = ends.map(idBefore).reduce((one, other) => (one < other ? one : other), lastOfAll);
  return first <= last ? { first, last } : null;
}

/** When an id was made, a day less: no clock of the farm is that far behind another. */
export function dayBeforeId(id: string): Timestamp {
  const made = [...id.slice(0, timeLength)].reduce(
    (time, digit) => time * digits.length + digits.indexOf(digit),
    0,
  );
  return new Date(Math.max(0, made - 86_400_000)).toISOString();
}

function firstIdOf(at: Timestamp): string {
  let left = Math.max(0, Date.parse(at));
  let time = "";
  while (time.length < timeLength) {
    time = (digits[left % digits.length] ?? "") + time;
    left = Math.floor(left / digits.length);
  }
  return time.padEnd(idLength, "0");
}

/** The next smaller one; of the smallest itself. */
function idBefore(id: string): string {
  const kept = id.replace(/0+$/, "");
  if (kept === "") return id;
  const smaller = digits[digits.indexOf(kept.slice(-1)) - 1] ?? "0";
  return (kept.slice(0, -1) + smaller).padEnd(idLength, "Z");
}
