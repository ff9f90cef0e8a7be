import type { Trajectory } from "../../contracts/api/trajectory.ts";

/** What of a trajectory a format hands on: that alone is read for what may be private. */
export type HandedOn = (trajectory: Trajectory) => unknown;

export const everythingOf: HandedOn = (trajectory) => trajectory;

/** Pictures alone. */
export const nothingOf: HandedOn = () => null;

/** How it was meant and how it ended. */
export const outcomeOf: HandedOn = ({ job: { task, outcomeReason, failedCheck } }) => ({
  job: { task, outcomeReason, failedCheck },
});

/** What was asked, thought, done and answered, without trees, plans and checks. */
export const turnsHandedOn: HandedOn = ({ job, steps }) => ({
  job: {
    task: job.task,
    background: job.background,
    outcomeReason: job.outcomeReason,
    claim: job.claim,
    judgement: job.judgement,
  },
  steps: steps.map(({ thinking, reasoning, actions, toolResult }) => ({
    thinking,
    reasoning,
    actions,
    toolResult,
  })),
});

/** All but what it takes to do it again. */
export const conversationOf: HandedOn = ({ job, steps, plans, recoveries }) => ({
  job,
  steps: steps.map(({ replay, ...step }) => step),
  plans,
  recoveries,
});
