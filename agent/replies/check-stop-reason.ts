import { DroverError } from "#shared/errors/drover-error.ts";
import type { ModelReply } from "../models/model-provider.ts";
import { replyText } from "../providers/reply-parts.ts";

/**
 * Replies that must not be read as an action, whatever they hold.
 * @throws ModelRefused (docs/faults.md E6); ValidationError for a reply cut at max tokens (docs/faults.md E3)
 */
export function checkStopReason(reply: ModelReply): void {
  if (reply.stop === "refusal") {
    const why = reply.refusal?.explanation ?? replyText(reply);
    throw new DroverError(
      "ModelRefused",
      `The model declined the task.${why === "" ? "" : ` It said: ${why.slice(0, 500)}`}`,
      {
        details: { model: reply.model, category: reply.refusal?.category ?? null },
      },
    );
  }
  if (reply.stop === "length") {
    throw new DroverError(
      "ValidationError",
      "The reply was cut off because it reached the token limit. Think in two sentences at most, then act.",
      { details: { field: "stop", value: reply.stop } },
    );
  }
}
