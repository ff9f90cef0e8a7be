import { dataLines } from "#shared/rules/steps/data-lines.ts";

/** Text that is not ours, as a field has it: many clients show a tool's fields to their model, in place of its text. */
export const marked = (text: string): string => dataLines(text).join("\n");

export const markedOrNull = (text: string | null | undefined): string | null =>
  text === null || text === undefined ? null : marked(text);
