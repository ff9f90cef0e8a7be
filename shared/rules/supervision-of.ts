import type { ReplyDialect } from "../contracts/agent/model-settings.ts";
import type { Job } from "../contracts/job/job.ts";
import type { Supervision } from "../contracts/job/supervision.ts";
import { defined } from "../values/defined.ts";
import { isForeign } from "./agent-kind.ts";

const whole: Required<Supervision> = {
  planning: "full",
  verification: "model",
  progress: true,
  completion: true,
  recovery: true,
  retry: true,
};

/** A simple task that is to cost next to nothing: no model but the agent is asked. */
const frugal: Required<Supervision> = {
  planning: "off",
  verification: "rules",
  progress: false,
  completion: false,
  recovery: false,
  retry: true,
};

/**
 * Nobody but the agent chooses or is asked, as for one outside of the farm, which answers for itself; that its steps are compared with
 * their screens costs nothing.
 */
export const unsupervised: Required<Supervision> = { ...frugal, retry: false };

/** With nothing left open: the job's own words over what goes with its agent, and with its dialect. */
export const supervisionOf = (
  job: Pick<Job, "agent" | "supervision">,
  dialect?: ReplyDialect,
): Required<Supervision> => ({
  ...(isForeign(job) ? unsupervised : dialect === "lean" ? frugal : whole),
  ...defined(job.supervision),
});
