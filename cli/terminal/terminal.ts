import { plain, safeJson } from "#shared/text/plain-text.ts";

export { plain, safeJson } from "#shared/text/plain-text.ts";

/** For several lines: each is made plain. */
export const plainLines = (text: string): string => text.split("\n").map(plain).join("\n");

/** At most `length` long, cut between what a reader sees as characters. */
export function cut(text: string, length: number): string {
  const last = length - 1;
  if (text.length <= length) return text;
  return `${text.slice(0, new Intl.Segmenter().segment(text).containing(last)?.index ?? last)}…`;
}

/** A text in a table's cell: on a terminal the table cuts it, so that all columns fit. */
export const cellText = (text: string): string => (process.stdout.isTTY ? text : cut(text, 60));

let isLive = false;

/** What continues now, as a terminal's last line; nowhere else, and gone before anything else is written. */
export function showLive(text: string): void {
  if (process.stderr.isTTY !== true) return;
  process.stderr.write(`\r\u001b[K${cut(text, process.stderr.columns - 1)}`);
  isLive = true;
}

export function clearLive(): void {
  if (isLive) process.stderr.write("\r\u001b[K");
  isLive = false;
}

export function out(line: string): void {
  clearLive();
  process.stdout.write(`${line}\n`);
}

export function progress(line: string): void {
  clearLive();
  process.stderr.write(`${line}\n`);
}

/** One shape for every list: what there is, and where it continues; no cursor, null: that is all. */
export function jsonList({
  items,
  nextCursor = null,
  ...beside
}: {
  readonly items: readonly unknown[];
  readonly nextCursor?: string | null | undefined;
}): void {
  out(safeJson({ ...beside, items, cursor: nextCursor }, 2));
}

/** What was answered, as JSON or in words. */
export function say(as: { readonly json?: boolean }, answer: unknown, words: string): void {
  if (as.json) json(answer);
  else out(plain(words));
}

type Listed = readonly unknown[] | { readonly items: readonly unknown[] };

/** What is no list: those have their own shape. */
export function json<Value>(value: Value extends Listed ? never : Value): void {
  out(safeJson(value, 2));
}
