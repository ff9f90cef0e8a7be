import { DroverError } from "#shared/errors/drover-error.ts";
import { type ForeignActions, Given, type ReadPlace, translate } from "../replies/foreign-actions.ts";
import { parseReplyJson } from "../replies/parse-reply-json.ts";
import { tagged } from "../replies/tagged-text.ts";
import { withoutFence } from "../replies/without-fence.ts";
import type { ReadText } from "./text-format.ts";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const labels = /^(?:Thought|Action):[ \t]*/gm;
const tags = /<\/?(?:thinking|think)>/g;

/** Some models write the arguments again as text. */
const argumentsOf = (call: Readonly<Record<string, unknown>>): unknown =>
  typeof call.arguments === "string" ? parseReplyJson(call.arguments) : call.arguments;

/**
 * Thinking, then `<tool_call>{"name": "mobile_use", "arguments": {"action": …}}</tool_call>`. A thinking model leaves the
 * opening tag of its thoughts to the chat template.
 * @throws ValidationError, CoordinateOutOfRange, JSONParseError
 */
export function readMobileUse(text: string, actions: ForeignActions, place: ReadPlace): ReadText {
  const close = ["</thinking>", "</think>"].find((tag) => text.includes(tag));
  const from = close === undefined ? 0 : text.indexOf(close) + close.length;
  const call = tagged(text.slice(from), "tool_call");
  if (call === undefined) {
    throw new DroverError("ValidationError", "The reply has no <tool_call>…</tool_call>.", {
      details: { field: "tool_call", value: text.slice(0, 500).toWellFormed() },
    });
  }
  const thinking = (text.slice(0, from) + call.before).replaceAll(tags, "").replaceAll(labels, "").trim();
  const value = parseReplyJson(withoutFence(call.inside));
  const given = isRecord(value) ? argumentsOf(value) : undefined;
  if (!isRecord(given) || typeof given.action !== "string") {
    throw new DroverError(
      "ValidationError",
      'The tool call must be {"name": "mobile_use", "arguments": {"action": …}}.',
      { details: { field: "arguments", value: call.inside.slice(0, 200).toWellFormed() } },
    );
  }
  return { thinking, actions: [translate(actions, new Given(given.action, given, { thinking, place }))] };
}

/** The same call as the model would have written it. */
export const writeMobileUse = (written: Readonly<Record<string, unknown>>): string =>
  `<tool_call>\n${JSON.stringify({ name: "mobile_use", arguments: written })}\n</tool_call>`;
