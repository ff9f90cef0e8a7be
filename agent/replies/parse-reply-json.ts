import { DroverError } from "#shared/errors/drover-error.ts";

const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;

/** Where the text stops being JSON. JSON.parse names no place for a token that it does not expect. */
function errorPosition(text: string, message: string): { line: number; column: number } {
  const at = isUnexpected(message) ? unexpectedAt(text) : /at position (\d+)/.exec(message)?.[1];
  const lines = text.slice(0, Number(at ?? text.length)).split("\n");
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

const isUnexpected = (message: string): boolean => message.startsWith("Unexpected token");

/** The shortest beginning of the text that fails for such a token ends with it. */
function unexpectedAt(text: string): number {
  let [fits, fails] = [0, text.length];
  while (fails - fits > 1) {
    const middle = Math.floor((fits + fails) / 2);
    if (isUnexpected(problemOf(text.slice(0, middle)))) fails = middle;
    else fits = middle;
  }
  // A word such as `tru` is wrong from its first letter on.
  return text.slice(0, fits).search(/[a-z]*$/);
}

function problemOf(text: string): string {
  try {
    JSON.parse(text);
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
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
