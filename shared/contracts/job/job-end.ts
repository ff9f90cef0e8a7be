import * as z from "zod";
import { AgentClaim } from "../agent/agent-claim.ts";

/** Why the loop ended; together with the judgement it decides the outcome. */
export const EndReason = z
  .enum([
    "claimed",
    "alreadySatisfied",
    "maxSteps",
    "timeout",
    "tokens",
    "cost",
    /** Its batch or its tenant has used what all jobs together may use. */
    "budget",
    "cancelled",
    "refused",
    "modelOutput",
    /** An outside agent took no turn in its time. */
    "agentSilent",
    /** It said that it gives up, or its turns could not be used. */
    "agentFailed",
    /** An app crashed or did not respond, and the job's policy ends it there. */
    "appFailed",
    /** Nobody used the session for its time. */
    "idle",
    "stuck",
    /** Its source is done, and no model was to continue. */
    "sourceDone",
    /** What its source says could not be done. */
    "diverged",
    /** Another role of its task can do its part no more. */
    "roleEnded",
    /** The roles of its task wait for each other. */
    "deadlocked",
    "infrastructure",
  ])
  .meta({ id: "EndReason" });
export type EndReason = z.infer<typeof EndReason>;

/** The end of a job as it travels to FinishJob. */
export const JobEnd = z.strictObject({
  reason: EndReason,
  /** One sentence for people. */
  detail: z.string().max(1_000),
  claim: AgentClaim.optional(),
  /**
   * Of a claim of success: a check agreed; or nobody was asked, and the agent had done nothing at all; or it was rejected as often as
   * a claim may be, in a job without checks.
   */
  claimCheck: z.enum(["agreed", "unexamined", "rejected"]).optional(),
  /** A limit was reached because devices were lost or the farm was away: what is not done by then is nobody's failure. */
  blameless: z.literal(true).optional(),
});
export type JobEnd = z.infer<typeof JobEnd>;
