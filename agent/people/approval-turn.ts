import type { Job } from "#shared/contracts/job/job.ts";
import { type Question, questionOfStep } from "#shared/contracts/job/question.ts";
import type { Step, StepApproval } from "#shared/contracts/step/step.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { approvalAnswer } from "#shared/rules/approval-answer.ts";
import type { Services } from "../runtime/services.ts";
import { answersUntil, openUntil, standRoute } from "../turn-state/pause-route.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { answerWith, type TurnOutcome, takeStep } from "../turn-state/turn-outcome.ts";
import { proposedWords } from "./approve-step.ts";

type LookedAt = Pick<TurnState, "job" | "observation">;

/** The step waits for a person's yes. */
export const awaitsYes = ({ approval, outcome }: Step): boolean =>
  approval !== undefined && approval.decision === undefined && outcome === undefined;

/** The step waited for a yes that did not come, or came for another screen: nothing was done. */
export const isUnapproved = ({ approval }: Step): boolean =>
  approval?.decision !== undefined && approval.decision !== "yes";

/**
 * Puts what is proposed where people find it, and pauses the job with its device until then; each part may be
 * repeated.
 */
export async function askForYes(
  job: Job,
  step: Step,
  { repositories, now }: Pick<Services, "now" | "repositories">,
  until = answersUntil(job, new Date(step.predictedAt), job.policy.approve.timeoutMinutes),
): Promise<PredictActionOutput> {
  const { tenantId, jobId, stepNumber, predictedAt: askedAt, approval, before } = step;
  const questionId = questionOfStep(stepNumber);
  const actions = proposedWords(step);
  const because = approval?.because ?? [];
  await repositories.questions.ask({
    schemaVersion: 1,
    ...{ tenantId, jobId, questionId, stepNumber, askedAt, until },
    kind: "approval",
    text: `May it ${actions.join(", then ")}? This job asks before: ${because.join("; ")}.`.slice(0, 2_000),
    status: "open",
    approval: { actions, because: [...because], package: before.package },
  });
  const since = now().toISOString();
  const pause = { for: "approval", callbackId: questionId, since, until, holdsDevice: true } as const;
  await repositories.jobs.pause(tenantId, jobId, pause);
  return standRoute(pause, stepNumber, now());
}

/** The wait is over when the screen was looked at again: what it took is counted. */
export async function endApprovalWait(
  step: Step,
  turn: LookedAt,
  runtime: Pick<Services, "now" | "repositories">,
): Promise<void> {
  const { job, observation } = turn;
  const { tenantId, jobId, pause } = job;
  if (pause?.for !== "approval" || observation.capturedAt === step.before.capturedAt) return;
  const waited = runtime.now().getTime() - Date.parse(pause.since);
  await runtime.repositories.jobs.endPause(tenantId, jobId, Math.max(0, waited));
}

/**
 * What was said to the proposed step. After a yes it stands as it was proposed, if the screen is the one that it was proposed for;
 * otherwise it is closed undone, and the agent chooses again. An answer: it is asked still.
 */
export async function settleApproval(step: Step, turn: LookedAt, runtime: Services): Promise<TurnOutcome> {
  const { job, observation } = turn;
  const { tenantId, jobId, stepNumber } = step;
  const key = { tenantId, jobId, questionId: questionOfStep(stepNumber) };
  const { questions, steps } = runtime.repositories;
  const asked = await questions.get(key);
  const isNew = asked === null || observation.capturedAt === step.before.capturedAt;
  if (isNew) return answerWith(await askForYes(job, step, runtime));
  const until = await openUntil(asked, job, { minutes: job.policy.approve.timeoutMinutes }, runtime);
  if (until !== null) return answerWith(await askForYes(job, step, runtime, until));
  const closed =
    asked.status === "open"
      ? ((await questions.expire(key, undefined, runtime.now().toISOString())) ??
        (await questions.get(key)) ??
        asked)
      : asked;
  const decided = decision(closed, step, turn);
  const settled = await steps.decide({ tenantId, jobId, stepNumber, ...decidedStep(step, decided, runtime) });
  const standing = settled ?? (await steps.get(tenantId, jobId, stepNumber));
  if (standing === null)
    throw new DroverError("StorageUnavailable", `Step ${stepNumber} cannot be read back.`);
  return takeStep(standing);
}

type Decided = Omit<StepApproval, "because">;

function decision({ answer, by }: Question, { before }: Step, { observation }: LookedAt): Decided {
  const said = answer === undefined ? null : approvalAnswer(answer);
  const lookedAt = observation.capturedAt;
  const from = { lookedAt, ...(by === undefined ? {} : { by }) };
  if (said === null) return { decision: "expired", lookedAt };
  if (!said.approved)
    return { decision: "no", ...from, ...(said.reason === undefined ? {} : { reason: said.reason }) };
  const isSame = before.treeKey !== null && observation.treeKey !== null && sameScreen(before, observation);
  return { decision: isSame ? "yes" : "stale", ...from };
}

/** Positions within a cell, and texts that tick, change nothing (shared/screen/tree-hash.ts). */
const sameScreen = (before: Step["before"], now: Step["before"]): boolean =>
  before.treeHash === now.treeHash && before.package === now.package && before.activity === now.activity;

const told: Readonly<Record<NonNullable<Decided["decision"]>, (decided: Decided) => string>> = {
  yes: () => "",
  no: ({ reason }) =>
    `A person said no${reason === undefined ? "" : `: ${reason}`}. Do not try the same again: do the task in another way, or end it.`,
  expired: () =>
    "Nobody said yes in time, which is a no. Do not try the same again: do the task in another way, or end it.",
  stale: () =>
    "A person said yes, but the screen is another one by now, so nothing was done. Look, and choose again: it is asked again.",
};

/** What of the step changes: a decision alone, or its end as well. */
function decidedStep(step: Step, decided: Decided, { now }: Pick<Services, "now">) {
  const approval: StepApproval = { because: step.approval?.because ?? [], ...decided };
  if (decided.decision === "yes" || decided.decision === undefined) return { approval };
  const message = told[decided.decision](decided).slice(0, 1_000);
  const at = now().toISOString();
  return {
    approval,
    end: {
      outcome: {
        ok: false,
        effect: "none",
        message,
        errorCode: decided.decision === "stale" ? "ScreenChanged" : "PolicyDenied",
        retries: 0,
      },
      after: step.before,
      performedAt: at,
      verifiedAt: at,
      screenChanged: false,
      feedback: "Nothing was done.",
    } as const,
  };
}
