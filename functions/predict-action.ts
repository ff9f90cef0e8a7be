import { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { askModel } from "./agent-turn/ask-model.ts";
import { loopEnd } from "./agent-turn/loop-end.ts";
import { readTurn } from "./agent-turn/read-turn.ts";
import { finishRecording, recordStep, sameTurn } from "./agent-turn/record-step.ts";
import { turnAnswer } from "./agent-turn/turn-answer.ts";
import { modelAccess } from "./runtime/model-access.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/**
 * One turn: ends the loop if it must end, else asks the model and stores the step.
 * @throws NotFound, StorageUnavailable, and of the model ModelOverloaded, ModelTimeout, ModelUnavailable, ModelRejected
 */
async function predictAction(
  input: PredictActionInput,
  runtime: Runtime<"predict-action">,
): Promise<PredictActionOutput> {
  const [state, client] = await Promise.all([readTurn(input, runtime), modelAccess(runtime.environment)]);
  const { job, existing } = state;
  if (existing !== undefined && job.cancelRequestedAt === undefined) {
    const step = sameTurn(existing, input.observation.capturedAt);
    const { tenantId, jobId, stepNumber, usage } = step;
    await runtime.repositories.jobs.recordTurn({ tenantId, jobId, stepNumber, usage });
    await finishRecording(step, runtime);
    return turnAnswer(job, step);
  }
  const end = loopEnd({ ...state, input, now: runtime.now() });
  if (end !== null) {
    runtime.logger.info("the loop ends", end);
    return end;
  }
  const asked = await askModel({ input, state, client, runtime });
  if ("route" in asked) return asked;
  return turnAnswer(job, await recordStep(asked, runtime));
}

export const handler = workflowHandler({
  name: "predict-action",
  input: PredictActionInput,
  output: PredictActionOutput,
  handle: predictAction,
});
