import * as z from "zod";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { ModelReply } from "../models/model-provider.ts";
import { replyText, toolCallsOf } from "../providers/reply-parts.ts";
import { checkStopReason } from "../replies/check-stop-reason.ts";
import { parseReplyJson } from "../replies/parse-reply-json.ts";
import { withoutFence } from "../replies/without-fence.ts";
import { answerTools } from "./answer-tools.ts";
import type { RoleQuestion } from "./role-question.ts";

const cut = (text: string): string => text.slice(0, 500).toWellFormed();

/** What the model called the tool with, or the JSON that it wrote in place of a call. */
function givenIn(reply: ModelReply, name: string): unknown {
  const call = toolCallsOf(reply).find((called) => called.name === name);
  if (call !== undefined) return typeof call.input === "string" ? parseReplyJson(call.input) : call.input;
  const text = replyText(reply);
  const json = withoutFence(text).trim();
  if (json.startsWith("{")) return parseReplyJson(json);
  throw new DroverError("ValidationError", `The reply must be a call of ${name}, but is none.`, {
    details: { field: "content", value: cut(text) },
  });
}

/**
 * A role's answer.
 * @throws ModelRefused; ValidationError and JSONParseError, which the model can be shown
 */
export function readAnswer<Answer extends z.ZodObject>(
  reply: ModelReply,
  { role, answer }: RoleQuestion<Answer>,
): z.output<Answer> {
  checkStopReason(reply);
  const given = givenIn(reply, answerTools[role]);
  const parsed = answer.schema.safeParse(given);
  if (parsed.success) return parsed.data;
  throw new DroverError("ValidationError", `The answer does not fit: ${cut(z.prettifyError(parsed.error))}`, {
    details: { field: answerTools[role], value: cut(JSON.stringify(given) ?? "") },
    cause: parsed.error,
  });
}
