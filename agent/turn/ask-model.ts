import { ModelUsage } from "#shared/contracts/agent/model-settings.ts";
import type { UnusedReply } from "#shared/contracts/step/unused-reply.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { catalogue } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { budgetEnd, CallBudget } from "../budget/call-budget.ts";
import { keepCalls, keepRefusal } from "../budget/keep-calls.ts";
import { ModelCallLog } from "../model-calls/model-call-log.ts";
import type { ModelClient } from "../model-calls/model-client.ts";
import { askedThrough, type RoleModel } from "../model-calls/role-model.ts";
import { withDetails } from "../model-calls/with-details.ts";
import type { Advice } from "../planning/advice.ts";
import type { Runtime } from "../runtime/services.ts";
import { grounderFor } from "../turn-state/grounder.ts";
import { goToJudge } from "../turn-state/loop-end.ts";
import { nextStep } from "../turn-state/next-step.ts";
import type { TurnState } from "../turn-state/read-turn.ts";
import { secondLook } from "../turn-state/second-look.ts";
import { answerWith, type TurnOutcome, takeStep } from "../turn-state/turn-outcome.ts";
import { endWait, waitForModel } from "../turn-state/wait-for-model.ts";

interface Asking {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly agent: RoleModel;
  readonly advice: Advice;
  readonly runtime: Runtime<"predict-action">;
}

/** The step that the model chose, or the end of the loop if no reply was usable. */
export async function askModel(asking: Asking): Promise<TurnOutcome> {
  const { input, state, runtime } = asking;
  const { job } = state;
  const askedAt = runtime.now();
  const log = new ModelCallLog(runtime.now, job.task);
  const groundingLog = new ModelCallLog(runtime.now, job.task);
  const budget = new CallBudget(job, runtime, { later: state.settlement, waits: true });
  try {
    const through = (client: ModelClient) => budget.guarding(log.recording(client));
    const step = await nextStep({
      ...asking,
      agent: askedThrough(asking.agent, through),
      grounder: await grounderFor(asking, groundingLog),
    });
    await endWait(job, askedAt, runtime);
    const unusedReplies = log.unused(null);
    return takeStep({
      ...step,
      ...(unusedReplies.length === 0 ? {} : { unusedReplies: [...unusedReplies] }),
    });
  } catch (error) {
    await budget.settleNow();
    if (!(error instanceof DroverError)) throw error;
    await countSpent(asking, error);
    // A reply that was cut because of the small remaining budget is not the model's fault.
    const over = error.code === "ModelOutputInvalid" && budget.lowered !== null ? budget.lowered : error;
    if (over.code === "BudgetExhausted") return answerWith({ route: "judge", end: budgetEnd(over) });
    return await withoutStep(asking, error, log.unused(error), askedAt);
  } finally {
    const grounding = groundingLog.calls.map((call) => ({ ...call, role: "grounding" }));
    state.background.push(keepCalls(input, job, [...log.calls, ...grounding], runtime));
  }
}

/** How the turn continues without a step; the model's replies are stored in any case. */
async function withoutStep(
  { input, state, runtime }: Asking,
  error: DroverError,
  unusedReplies: readonly UnusedReply[],
  askedAt: Date,
): Promise<TurnOutcome> {
  const { job, history } = state;
  const waits = catalogue[error.code].recovery === "wait";
  if (!waits && error.code !== "ModelRefused" && error.code !== "ModelOutputInvalid")
    throw withDetails(error, { unusedReplies });
  const look = error.code === "ModelOutputInvalid" ? secondLook(input, state, error, runtime) : null;
  if (look !== null) {
    await endWait(job, askedAt, runtime);
    return takeStep({ ...look, unusedReplies: [...unusedReplies] });
  }
  // A busy or unavailable service sent nothing worth storing.
  if (!waits || unusedReplies.some(({ kind }) => kind !== "failed"))
    await keepRefusal(input, job, error, unusedReplies, runtime);
  if (waits) return answerWith(await waitForModel({ job, history, runtime }, error));
  await endWait(job, askedAt, runtime);
  return answerWith(goToJudge(error.code === "ModelRefused" ? "refused" : "modelOutput", error.message));
}

/** Calls without a step cost money too; a call that the workflow retries counts again. */
async function countSpent({ input, state, runtime }: Asking, error: DroverError): Promise<void> {
  const usage = ModelUsage.safeParse(error.details.usage);
  if (!usage.success) return;
  const { tenantId, jobId } = input;
  await runtime.repositories.jobs.addUsage(tenantId, jobId, {
    usage: usage.data,
    ...roleOn(state.job, "agent"),
  });
}
