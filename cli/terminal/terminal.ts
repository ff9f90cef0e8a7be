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

export function out(line: string): void {
  process.stdout.write(`${line}\n`);
}

export function progress(line: string): void {
  process.stderr.write(`${line}\n`);
}

export function json(value: unknown): void {
  out(safeJson(value, 2));
}
