import { parse as locateJsonError } from "@humanwhocodes/momoa";
import { DroverError } from "#shared/errors/drover-error.ts";

const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;

/** Where the text stops being JSON. JSON.parse names a place only for some errors, so a second parser finds it. */
function errorPosition(text: string, message: string): { line: number; column: number } {
  try {
    locateJsonError(text);
  } catch (error) {
    const place = error as { line?: unknown; column?: unknown };
    if (typeof place.line === "number" && typeof place.column === "number") {
      return { line: place.line, column: place.column };
    }
  }
  const before = text.slice(0, Number(/at position (\d+)/.exec(message)?.[1] ?? text.length));
  const lines = before.split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** JSON.parse's own place is left out: two that differ would only confuse. */
const withoutPlace = (message: string): string =>
  message.replace(/ (?:in JSON )?at position \d+(?: \(line \d+ column \d+\))?/, "");

/**
 * What a model wrote as JSON (docs/spec.md I3.4).
 * @throws JSONParseError with `details` {line, column, raw}
 */
export function parseReplyJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const { line, column } = errorPosition(text, message);
    throw new DroverError(
      "JSONParseError",
      `The action is not valid JSON: ${cut(withoutPlace(message), 200)} (line ${line}, column ${column}).`,
      { details: { line, column, raw: cut(text, 2_000) }, cause: error },
    );
  }
}
