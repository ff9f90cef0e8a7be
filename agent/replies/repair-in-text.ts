import type { ModelMessage, ModelReply } from "../models/model-provider.ts";
import { replyText } from "../providers/reply-parts.ts";

/** For dialects of plain text: what the model said, and what was wrong with it. */
export const repairInText = (reply: ModelReply, problem: string): readonly ModelMessage[] => [
  // The services refuse an empty turn.
  { role: "assistant", parts: [{ type: "text", text: replyText(reply).trim() || "(empty reply)" }] },
  { role: "user", parts: [{ type: "text", text: problem }] },
];
