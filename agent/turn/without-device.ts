import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { catalogue } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { presentLoss } from "#shared/rules/device-loss.ts";
import { roleOn } from "#shared/storage/jobs/job-usage.ts";
import { totalTimeOver } from "#shared/values/total-time.ts";
import { budgetEnd, CallBudget } from "../budget/call-budget.ts";
import { modelFor } from "../model-calls/model-for.ts";
import { modelServes } from "../model-calls/model-serves.ts";
import type { Runtime } from "../runtime/services.ts";
import { cancelledEnd } from "../turn-state/loop-end.ts";
import { lostDeviceTurn } from "../turn-state/lost-device-turn.ts";
import { goOnWaiting, waitForModel } from "../turn-state/wait-for-model.ts";
import { recoveryEnd } from "./rules/own-recovery.ts";

/**
 * The turn of a job that waits for its model without a device: it sends the service a tiny request, and acquires a device only after
 * a reply. Otherwise devices would be cleaned during an outage for nothing.
 */
export async function withoutDevice(
  { tenantId, jobId, stepNumber }: PredictActionInput,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput> {
  const { jobs, farmSwitch } = runtime.repositories;
  const [job, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  const cancelled = cancelledEnd(job, farm);
  if (cancelled !== null) return { route: "finish", end: cancelled };
  const over = totalTimeOver(job, runtime.now());
  if (over !== null) return { route: "finish", end: { reason: "timeout", detail: over } };
  const loss = presentLoss(job);
  if (loss !== null) return lostDeviceTurn(job, loss, stepNumber, runtime.now());
  const planned = job.recovery && (await runtime.repositories.recoveries.get(tenantId, jobId, 1));
  if (planned?.endedAt !== undefined && job.requirements.deviceId === undefined)
    return { route: "finish", end: recoveryEnd(planned) };
  // A paused job gets no device: it waits in AcquireDevice until it is resumed.
  if (job.pauseRequestedAt !== undefined) return { route: "acquire" };
  const waiter = { job, history: null, runtime };
  const { waiting } = job;
  if (waiting !== undefined && runtime.now().getTime() < Date.parse(waiting.until))
    return goOnWaiting(waiter, waiting);
  try {
    const agent = await modelFor("agent", job, runtime);
    const client = new CallBudget(job, runtime, { waits: true }).guarding(agent.client);
    const usage = await modelServes({ ...agent, client });
    await jobs.addUsage(tenantId, jobId, { usage, ...roleOn(job, "agent") });
    return { route: "acquire" };
  } catch (error) {
    if (error instanceof DroverError && error.code === "BudgetExhausted")
      return { route: "finish", end: budgetEnd(error) };
    if (!(error instanceof DroverError) || catalogue[error.code].recovery !== "wait") throw error;
    return waitForModel(waiter, error);
  }
}
