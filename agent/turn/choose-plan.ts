import { isReady, mostFailuresTold, type Plan, type ReadyPlan } from "#shared/contracts/job/plan.ts";
import type { PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/values/defined.ts";
import { attemptUse } from "../budget/attempt-use.ts";
import { type Advice, noAdvice } from "../planning/advice.ts";
import { type JobCounters, jobCountersOf } from "../planning/job-counters.ts";
import { isCheckDue, type PlanDue, planDue } from "../planning/plan-due.ts";
import { guidanceText } from "../prompt/guidance-text.ts";
import { sinceFresh } from "../turn-state/repetition.ts";
import type { SupervisedTurn } from "../turn-state/supervised-turn.ts";
import { type AnswerOutcome, answerWith } from "../turn-state/turn-outcome.ts";

interface PlanAdvice {
  readonly kind: "advice";
  readonly advice: Advice;
}

const issuesTold = 3;

/** Whether a failed state had already started its work. */
const alreadyStarted = "StepFunctions.ExecutionAlreadyExistsException";

/**
 * Adopts guidance that is ready, and requests a plan or a progress check where one is due (docs/spec.md R3.1 to R3.5). It cannot
 * end the turn. Call it when no rule chooses a step.
 */
export async function choosePlan(turn: SupervisedTurn): Promise<AnswerOutcome | PlanAdvice> {
  const { input, state, supervision, runtime } = turn;
  const { job, history, catalogue } = state;
  if (supervision.planning === "off" && !supervision.progress) return { kind: "advice", advice: noAdvice };
  const plans = await adopted(await withoutLost(state.plans, turn), turn);
  const { stepNumber } = input;
  const quotesScreen = job.perception.tree !== "never";
  const steps = sinceFresh(job, history);
  const counters = jobCountersOf({ steps, plans, stepNumber, quotesScreen, catalogue });
  const now = runtime.now();
  const maxSteps = stepNumber - 1 + attemptUse({ job, history, stepNumber, now }).steps.left;
  const facts = { counters, plans, steps: history, stepNumber, maxSteps, supervision, now };
  const unheard = unheardOf(plans, input);
  if (unheard !== undefined) return answerWith(routeTo(unheard));
  const due = planDue(facts);
  if (due !== null) return answerWith(await ask(due, plans, counters, turn));
  const last = history.at(-1);
  if (last !== undefined && isCheckDue(facts) && input.failedHelpers.CheckProgress === undefined)
    return answerWith({ route: "checkProgress", stepNumber: last.stepNumber });
  const current = plans.findLast(isAdopted);
  const advice = {
    previousIssues: counters.failures.slice(-issuesTold).map(({ text }) => text),
    ...defined({
      guidance: current && { planNumber: current.planNumber, text: guidanceText(current.content) },
    }),
  };
  return { kind: "advice", advice };
}

const isAdopted = (plan: Plan): plan is ReadyPlan & Required<Pick<Plan, "adoptedAtStep">> =>
  isReady(plan) && plan.adoptedAtStep !== undefined;

/** A plan whose execution could not be started is marked as failed, so that a later turn may request another. */
async function withoutLost(
  plans: readonly Plan[],
  { input, runtime }: SupervisedTurn,
): Promise<readonly Plan[]> {
  const { StartPlanning, AwaitPlanning } = input.failedHelpers;
  const error = AwaitPlanning ?? StartPlanning;
  const lost = plans.find(
    ({ status, requestedAtStep }) => status === "pending" && requestedAtStep === input.stepNumber,
  );
  if (error === undefined || error === alreadyStarted || lost === undefined) return plans;
  const failure = { code: error.slice(0, 60), message: "The planning could not be run." };
  await runtime.repositories.plans.finish(lost, { finishedAt: runtime.now().toISOString(), failure });
  return plans.map((plan) => (plan === lost ? { ...plan, status: "failed", failure } : plan));
}

/** The newest ready plan, if no earlier turn adopted it; older plans that arrive later are ignored. */
async function adopted(plans: readonly Plan[], { input, runtime }: SupervisedTurn): Promise<readonly Plan[]> {
  const newest = plans.findLast(isReady);
  if (newest === undefined || newest.adoptedAtStep !== undefined) return plans;
  const { stepNumber } = input;
  const adoptedAt = runtime.now().toISOString();
  // Otherwise an earlier invocation of this turn adopted it, and its output was lost.
  if (await runtime.repositories.plans.adopt(newest, stepNumber, adoptedAt))
    runtime.logger.info("a plan is adopted", { planNumber: newest.planNumber, stepNumber });
  return plans.map((plan) => (plan === newest ? { ...plan, adoptedAt, adoptedAtStep: stepNumber } : plan));
}

async function ask(
  { kind, trigger }: PlanDue,
  plans: readonly Plan[],
  { failures }: JobCounters,
  { input, state, runtime }: SupervisedTurn,
): Promise<PredictActionOutput> {
  const { tenantId, jobId, stepNumber } = input;
  const planNumber = (plans.at(-1)?.planNumber ?? 0) + 1;
  const previousPlan = plans.findLast(isAdopted)?.planNumber;
  const plan: Plan = {
    schemaVersion: 1,
    tenantId,
    jobId,
    planNumber,
    kind,
    trigger,
    status: "pending",
    requestedAt: runtime.now().toISOString(),
    requestedAtStep: stepNumber,
    observation: state.observation,
    failures: failures.slice(-mostFailuresTold).map(({ text }) => text),
    ...defined({ previousPlan }),
  };
  // If it is stored already, another invocation of this turn requested it: both return the same.
  await runtime.repositories.plans.put(plan);
  runtime.logger.info("a plan is asked for", { planNumber, kind, trigger, stepNumber });
  return routeTo(plan);
}

const routeTo = ({ kind, planNumber }: Plan): PredictActionOutput => ({
  route: kind === "lastResort" ? "awaitPlan" : "plan",
  planNumber,
  kind,
});

/** The last-resort plan that this turn requested before its output was lost: its execution has a name, so it starts once. */
const unheardOf = (plans: readonly Plan[], { stepNumber, failedHelpers }: SupervisedTurn["input"]) =>
  failedHelpers.AwaitPlanning !== undefined
    ? undefined
    : plans.find(
        ({ kind, status, requestedAtStep }) =>
          kind === "lastResort" && status === "pending" && requestedAtStep === stepNumber,
      );
