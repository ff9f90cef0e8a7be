import type { SimulatedUser } from "#shared/contracts/agent/simulated-user.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { talkOf } from "../steps/step-talk.ts";
import { isDenied } from "./deny-step.ts";

export interface AskedOfUser {
  readonly user: SimulatedUser;
  readonly text: string;
}

/** The question of a step that the job's simulated user has yet to answer. */
export function openForUser(step: Step, { user }: Pick<Job, "user">): AskedOfUser | undefined {
  const talk = talkOf(step);
  if (user === undefined || talk?.kind !== "ask_user" || isDenied(step)) return undefined;
  return step.toolResult === undefined ? { user, text: talk.question } : undefined;
}
