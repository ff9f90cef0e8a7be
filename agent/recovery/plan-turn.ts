import type { Recovery, RecoveryPlan } from "#shared/contracts/recovery/recovery.ts";
import type { ExecutePlan } from "#shared/contracts/recovery/recovery-messages.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { noUsage } from "../model-calls/usage.ts";
import { askAs } from "../role-questions/ask-as.ts";
import type { Runtime } from "../runtime/services.ts";
import { type Advanced, ended } from "./advance.ts";
import { chooseStrategy } from "./choose-strategy.ts";
import type { RecoveryPointer, RecoveryState } from "./read-recovery.ts";
import { recoveryPicture } from "./recovery-picture.ts";
import { type RecoveryAnswer, recoveryQuestion } from "./recovery-question.ts";

interface Planning {
  readonly input: RecoveryPointer & { readonly lease: unknown };
  readonly state: RecoveryState;
  readonly runtime: Runtime<"plan-recovery">;
}

/** The planner's turn (docs/spec.md E1): a plan, the first or another one, or why there is none. */
export async function planTurn(planning: Planning): Promise<Advanced> {
  const { state, runtime, input } = planning;
  const { recovery, stopped } = state;
  if (stopped !== null) return ended(recovery, stopped.outcome, stopped.reason);
  const { category, plans } = recovery;
  const strategy = chooseStrategy({ category, attempts: plans.length, feasible: true });
  const told = await askPlanner(planning, strategy).catch((error: unknown) => {
    if (error instanceof DroverError) return error;
    throw error;
  });
  if (told instanceof DroverError)
    return ended(recovery, "aborted", `The recovery planner could not be asked: ${told.message}`);
  const plan = planOf(told, recovery, strategy, runtime.now());
  const planned = { ...recovery, plans: [...plans, plan] };
  const { answer } = told;
  if (!answer.feasible) return ended(planned, "infeasible", answer.reason || answer.root_cause);
  const message = messageOf(answer, plan.planId);
  const said: Recovery = { ...planned, messages: [...planned.messages, message] };
  if (input.lease === null)
    return ended(said, "planned", "There is a plan, and no device to carry it out on.");
  const { planId, at: startedAt } = plan;
  const progress = { planId, steps: message.steps, stepIndex: 0, startedAt };
  return {
    recovery: { ...said, progress: { ...progress, option: 0, tries: 0, seeks: 0, attempts: 0 } },
    next: "act",
  };
}

type Told = Awaited<ReturnType<typeof askPlanner>>;

async function askPlanner({ input, state, runtime }: Planning, strategy: RecoveryPlan["strategy"]) {
  const { job, recovery, screen, apps, marker } = state;
  const shown = { observation: screen.observation, screenshotKey: recovery.screenshotKey };
  const picture = await recoveryPicture("recovery", job, shown, runtime);
  const labels = apps.map(({ label }) => label);
  const question = recoveryQuestion({ recovery, strategy, screen, picture, apps: labels, marker });
  return askAs(job, question, { stepNumber: input.stepNumber }, runtime);
}

function planOf(
  { answer, model, usage }: Told,
  { recoveryId, plans, category }: Recovery,
  strategy: RecoveryPlan["strategy"],
  now: Date,
): RecoveryPlan {
  const { feasible, root_cause: rootCause, reason, directive, expected } = answer;
  return {
    planId: `${recoveryId}-plan-${plans.length + 1}`,
    at: now.toISOString(),
    // Nothing on the screen helps: what is left is to tell somebody.
    strategy: feasible ? strategy : chooseStrategy({ category, attempts: plans.length, feasible }),
    feasible,
    rootCause,
    reason,
    ...defined({ directive: directive || undefined, expected: expected || undefined }),
    model,
    usage: { ...noUsage, ...usage },
  };
}

/** Steps are numbered by their place, whatever the model called them: reports refer to them by it. */
const messageOf = ({ steps, context }: RecoveryAnswer, planId: string): ExecutePlan => ({
  message_type: "execute_plan",
  plan_id: planId,
  steps: steps.map((step, index) => ({ ...step, step_id: index + 1 })),
  context,
});
