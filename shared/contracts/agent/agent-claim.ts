import * as z from "zod";
import { SafeText } from "../values/safe-text.ts";

/** `failure` is what stored jobs and other agents call a task that cannot be done. */
export const ClaimStatus = z.preprocess(
  (status) => (status === "failure" ? "infeasible" : status),
  z.enum(["success", "infeasible"]),
);
export type ClaimStatus = z.infer<typeof ClaimStatus>;

/** The agent's own claim. Stored beside the judgement, never mixed with it (docs/spec.md G5). */
export const AgentClaim = z
  .strictObject({
    status: ClaimStatus,
    /** Why it stopped, in its own words. */
    summary: SafeText.max(4_000).optional(),
    /** The answer to a question, which an `answer` validator judges. */
    answer: SafeText.max(4_000).optional(),
  })
  .meta({ id: "AgentClaim" });
export type AgentClaim = z.infer<typeof AgentClaim>;
