/** As long as a step keeps it. */
const longest = 500;

/** What a reply expects to see then; absent when it says nothing of use. */
export function asExpectation(value: unknown): { readonly expect?: string } {
  const expect = typeof value === "string" ? value.trim().slice(0, longest).toWellFormed() : "";
  return expect === "" ? {} : { expect };
}

/** The last word on it, where several actions of a turn have one. */
export const lastExpectation = (
  said: readonly { readonly expect?: string }[],
): { readonly expect?: string } => asExpectation(said.findLast(({ expect }) => expect !== undefined)?.expect);

const line = /^[ \t*]*expect(?:ed|ing|s)?[ \t*]*:[ \t*]*([^\r\n]{1,500})$/im;

/** A line `Expect: …` in what is before tool calls. */
export const expectationIn = (text: string): { readonly expect?: string } =>
  asExpectation(line.exec(text)?.[1]?.replace(/\*+$/, ""));
