/** Marks where words were taken out, so that what stood on both sides of them does not run together. */
const hole = "\uE010";

export interface Taken {
  readonly match: RegExpExecArray;
  /** The text without what was taken. */
  readonly rest: string;
}

/** Takes the first place where a pattern fits out of a text. */
export function take(text: string, pattern: RegExp): Taken | undefined {
  const match = pattern.exec(text);
  if (match === null) return undefined;
  const end = match.index + match[0].length;
  return { match, rest: `${text.slice(0, match.index)} ${hole} ${text.slice(end)}` };
}

/** The runs of words that are left when the small words that carry no meaning of their own are gone. */
export function runsLeft(rest: string, glue: ReadonlySet<string>): string[] {
  const words = rest
    .replace(/[,;:.!?()]+(?=\s|$)|(?<=\s|^)[(]/g, ` ${hole} `)
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => (word === hole || glue.has(word.toLowerCase()) ? hole : word));
  return words
    .join(" ")
    .split(hole)
    .map((run) => run.trim())
    .filter((run) => run !== "");
}

/** Whether every word is accounted for: taken, or one of the small words. */
export const isSpent = (rest: string, glue: ReadonlySet<string>): boolean =>
  runsLeft(rest, glue).length === 0;

export const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));
