export interface TaggedText {
  readonly before: string;
  readonly inside: string;
  readonly after: string;
}

/**
 * What is between the first `<tag>` and the `</tag>` after it; up to the end where that never comes. Searched rather
 * than matched: a pattern would start again at every `<tag>` of a hostile text.
 */
export function tagged(text: string, tag: string): TaggedText | undefined {
  const [opening, closing] = [`<${tag}>`, `</${tag}>`];
  const start = text.indexOf(opening);
  if (start < 0) return undefined;
  const from = start + opening.length;
  const end = text.indexOf(closing, from);
  return {
    before: text.slice(0, start),
    inside: text.slice(from, end < 0 ? undefined : end),
    after: end < 0 ? "" : text.slice(end + closing.length),
  };
}
