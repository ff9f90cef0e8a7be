import type { Message } from "@anthropic-ai/sdk/resources/messages";
import { DroverError } from "../../errors/drover-error.ts";

export const replyText = (reply: Message): string =>
  reply.content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");

/**
 * Replies that must not be read as an action, whatever they hold.
 * @throws ModelRefused (docs/faults.md E6); ValidationError for a reply cut at max tokens (docs/faults.md E3)
 */
export function checkStopReason(reply: Message): void {
  if (reply.stop_reason === "refusal") {
    const why = reply.stop_details?.explanation ?? replyText(reply);
    throw new DroverError(
      "ModelRefused",
      `The model declined the task.${why === "" ? "" : ` It said: ${why.slice(0, 500)}`}`,
      {
        details: { model: reply.model, category: reply.stop_details?.category ?? null },
      },
    );
  }
  if (reply.stop_reason === "max_tokens" || reply.stop_reason === "model_context_window_exceeded") {
    throw new DroverError(
      "ValidationError",
      "The reply was cut off because it reached the token limit. Think in two sentences at most, then act.",
      { details: { field: "stop_reason", value: reply.stop_reason } },
    );
  }
}
