import type { ToolCallPart } from "../../models/model-provider.ts";

/** Models give nothing where a tool has no parameters. */
export function inputOf(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : text;
  } catch {
    return text;
  }
}

/**
 * Arguments that were no JSON are shown as a value: some services read what they are sent, and refuse a conversation whose
 * past they cannot read.
 */
export const argumentsOf = ({ input }: ToolCallPart): string =>
  JSON.stringify(typeof input === "string" ? { not_json: input } : (input ?? {}));
