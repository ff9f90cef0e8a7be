import leven from "leven";

/** As people compare names: without case, accents and what is between the words. */
export const plainName = (text: string): string => {
  const withoutAccents = text.normalize("NFKD").replace(/\p{M}/gu, "");
  return withoutAccents
    .replace(/[\p{P}\p{S}\s]+/gu, " ")
    .trim()
    .toLowerCase();
};

export const lowerWords = (text: string): readonly string[] =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** How alike two plain names are, 0 to 1. Whole words count more than letters. */
export function nameLikeness(wanted: string, name: string): number {
  if (wanted === name) return 1;
  const [words, others] = [wanted.split(" "), name.split(" ")];
  const shared = words.filter((word) => others.includes(word)).length;
  const share = (2 * shared) / (words.length + others.length);
  const holds = (text: string, part: string): boolean => ` ${text} `.includes(` ${part} `);
  const byWords = holds(name, wanted) || holds(wanted, name) ? 0.6 + 0.35 * share : 0.85 * share;
  return Math.max(byWords, 0.9 * (1 - leven(wanted, name) / Math.max(wanted.length, name.length)));
}
