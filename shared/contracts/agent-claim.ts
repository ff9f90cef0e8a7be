import * as z from "zod";
import { SafeText } from "./safe-text.ts";

/** What the agent says of its own work. Kept beside the judgement, never mixed with it (docs/spec.md G5). */
export const AgentClaim = z.strictObject({
  status: z.enum(["success", "failure"]),
  /** Why it stopped, in its own words. */
  summary: SafeText.max(4_000).optional(),
  /** The answer to a question, which an `answer` validator judges. */
  answer: SafeText.max(4_000).optional(),
});
export type AgentClaim = z.infer<typeof AgentClaim>;
