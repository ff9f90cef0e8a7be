import type { Job, JobPause } from "#shared/contracts/job/job.ts";
import { type Question, QuestionId, questionOfStep } from "#shared/contracts/job/question.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { ToolResult } from "#shared/contracts/step/step-findings.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import type { Services } from "../runtime/services.ts";
import { onFreshDevice } from "../steps/fresh-device.ts";
import { talkOf } from "../steps/step-talk.ts";
import { answersUntil, openUntil, standIdAt } from "../turn-state/pause-route.ts";
import { answerWith, type WaitOutcome } from "../turn-state/turn-outcome.ts";
import { isDenied } from "./deny-step.ts";

type Policy = NonNullable<Job["questions"]>;

/**
 * Only a job that has a policy for questions is offered to ask; the default is never met. A device that its workflow lends it is
 * not the job's to give back, nor is that of a role.
 */
function policyOf(job: Job): Policy {
  const policy: Policy = job.questions ?? { device: "hold", timeoutMinutes: 60 };
  return mayGiveBack(job) ? policy : { ...policy, device: "hold" };
}

const mayGiveBack = ({ parentJobId, roleOf }: Job): boolean =>
  parentJobId === undefined && roleOf === undefined;

const answeredUntil = (job: Job, askedAt: string): string =>
  answersUntil(job, new Date(askedAt), policyOf(job).timeoutMinutes);

/** How the turn of a step that asks continues. */
export function askRoute(job: Job, { jobId, stepNumber, predictedAt }: Step): PredictActionOutput {
  return askedRoute(job, stepNumber, {
    seconds: (Date.parse(answeredUntil(job, predictedAt)) - Date.parse(predictedAt)) / 1_000,
    hold: policyOf(job).device === "hold",
    commandId: `${jobId}-${stepNumber}-look`,
  });
}

interface Asking {
  readonly seconds: number;
  readonly hold: boolean;
  readonly commandId: string;
}

const askedRoute = (
  { limits }: Job,
  stepNumber: number,
  { seconds, hold, commandId }: Asking,
): PredictActionOutput => ({
  ...{ route: "ask", callbackId: questionOfStep(stepNumber), hold, stepNumber, commandId, actions: [] },
  timeoutSeconds: Math.max(1, Math.ceil(seconds)),
  nextStepNumber: stepNumber + 1,
  deadlineSeconds: limits.stepTimeoutSeconds,
});

/** Puts the question where people find it and lets the job pause; each part may be repeated. */
export async function putQuestion(
  job: Job,
  step: Step,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<void> {
  const talk = talkOf(step);
  // A simulated user answers within the turn (ask-simulated-user.ts).
  if (talk?.kind !== "ask_user" || isDenied(step) || job.user !== undefined) return;
  const { tenantId, jobId, stepNumber, predictedAt: askedAt } = step;
  const { device } = policyOf(job);
  const questionId = questionOfStep(stepNumber);
  const until = answeredUntil(job, askedAt);
  const { questions, jobs } = repositories;
  await questions.ask({
    schemaVersion: 1,
    tenantId,
    jobId,
    questionId,
    stepNumber,
    kind: "question",
    text: talk.question,
    askedAt,
    until,
    status: "open",
  });
  const holdsDevice = device === "hold";
  await jobs.pause(tenantId, jobId, {
    for: "answer",
    callbackId: questionId,
    since: askedAt,
    until,
    holdsDevice,
  });
  // Without a device it waits as a job does for its first one: cancelling ends it at once.
  if (!holdsDevice) await jobs.requeue(job, stepNumber, now());
}

const givenBack = onFreshDevice("The device was given back while the question waited for its answer.");

/**
 * A step that asks without keeping its device, or whom a simulated user answers, or that calls a tool or tells another role something,
 * is done when it is made: no host closes it.
 */
export function closeTalk(step: Step, job: Job): Step {
  const kind = talkOf(step)?.kind;
  if (kind === undefined || isDenied(step)) return step;
  const isForUser = kind === "ask_user" && job.user !== undefined;
  // After a wait for another role the screen is looked at again, which closes the step.
  const keeps = kind === "wait_for" || (kind === "ask_user" && !isForUser && policyOf(job).device === "hold");
  if (keeps) return step;
  const { before, predictedAt: at } = step;
  const closed: Step = { ...step, after: before, performedAt: at, verifiedAt: at, screenChanged: false };
  if (kind === "mcp_call") return closed;
  const asked: Step = { ...closed, outcome: { ok: true, effect: "none", retries: 0 } };
  return isForUser || kind === "tell" ? asked : { ...asked, feedback: givenBack };
}

/**
 * The wait for an answer is over: what was answered becomes the result of the step that asked. An answer: it is asked
 * still.
 */
export async function settleQuestion(
  job: Job,
  input: PredictActionInput,
  runtime: Services,
): Promise<WaitOutcome> {
  const { repositories, now } = runtime;
  const { tenantId, jobId, pause } = job;
  if (pause?.for !== "answer") return { kind: "none" };
  const key = { tenantId, jobId, questionId: QuestionId.parse(pause.callbackId) };
  const { questions, steps, jobs } = repositories;
  const asked = await questions.get(key);
  // This very turn asks it, in an invocation that is repeated.
  if (asked === null || asked.stepNumber >= input.stepNumber) return { kind: "none" };
  // Without a device it waited for its next one too, which takes its time without any fault.
  const slackSeconds = pause.holdsDevice ? 0 : job.limits.queueSeconds;
  const until = await openUntil(asked, job, { minutes: policyOf(job).timeoutMinutes, slackSeconds }, runtime);
  if (until !== null) return answerWith(await askAgain(job, asked, { ...pause, until }, runtime));
  const at = now();
  const answered =
    asked.status === "open"
      ? ((await questions.expire(key, policyOf(job).defaultAnswer, at.toISOString())) ??
        (await questions.get(key)) ??
        asked)
      : asked;
  const { stepNumber } = answered;
  await steps.saveToolResult({ tenantId, jobId, stepNumber, toolResult: answerAsResult(answered) });
  await jobs.endPause(tenantId, jobId, Math.max(0, at.getTime() - Date.parse(pause.since)));
  return { kind: "settled" };
}

/** As it was asked at first, which is what executions of an earlier version know too. May be repeated. */
async function askAgain(
  job: Job,
  { stepNumber }: Question,
  pause: JobPause,
  { repositories, now }: Pick<Services, "now" | "repositories">,
): Promise<PredictActionOutput> {
  const at = now();
  // On a device that it took again is nothing to be kept.
  const isFresh = stepNumber <= (job.lostSteps ?? 0) && mayGiveBack(job);
  const holdsDevice = pause.holdsDevice && !isFresh;
  await repositories.jobs.renewPause(job, { ...pause, since: at.toISOString(), holdsDevice });
  if (!holdsDevice) await repositories.jobs.requeue(job, stepNumber, at);
  const look = `${job.jobId}-${stepNumber}-look-${standIdAt(at)}`;
  const seconds = (Date.parse(pause.until) - at.getTime()) / 1_000;
  return askedRoute(job, stepNumber, { seconds, hold: holdsDevice, commandId: look });
}

const nobody =
  "Nobody answered in time. Decide yourself from the task and the screen, or FINISH with status infeasible and say what is missing.";

/** What the agent is told. */
export function answerAsResult({ questionId: name, status, answer }: Question): ToolResult {
  const ok = answer !== undefined && status !== "expired";
  const isDefault =
    status === "default" ? " (Nobody answered in time: this is the job's default answer.)" : "";
  return { kind: "ask_user", name, ok, text: ok ? `${answer}${isDefault}` : nobody };
}
