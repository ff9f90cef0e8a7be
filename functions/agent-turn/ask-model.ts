import { withoutCapabilities } from "#shared/agent/actions/action-catalogue.ts";
import type { ResolveContext } from "#shared/agent/actions/action-definition.ts";
import { coordinateOf } from "#shared/agent/extensions/coordinate-transform.ts";
import { ModelCallLog } from "#shared/agent/model-call-log.ts";
import type { ModelClient } from "#shared/agent/model-client.ts";
import type { RoleModel } from "#shared/agent/models/role-model.ts";
import { offeredFor } from "#shared/agent/offered-actions.ts";
import { predict } from "#shared/agent/predict.ts";
import { newPromptMarker } from "#shared/agent/prompt-marker.ts";
import { ModelUsage } from "#shared/contracts/model-settings.ts";
import type { Step } from "#shared/contracts/step.ts";
import type { UnusedReply } from "#shared/contracts/unused-reply.ts";
import type { PredictActionInput, PredictActionOutput } from "#shared/contracts/workflow/predict-action.ts";
import { defined } from "#shared/domain/defined.ts";
import { workingSeconds } from "#shared/domain/waiting-time.ts";
import { catalogue } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { roleOn } from "#shared/storage/job-repository.ts";
import { projectConfig } from "../runtime/project-config.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { budgetEnd, CallBudget } from "./call-budget.ts";
import { keepCalls, keepRefusal } from "./keep-calls.ts";
import { goToJudge } from "./loop-end.ts";
import type { TurnState } from "./read-turn.ts";
import { repetitionAdvice, sinceFresh } from "./repetition.ts";
import { endWait, waitForModel } from "./wait-for-model.ts";
import { withChain } from "./with-chain.ts";

interface Asking {
  readonly input: PredictActionInput;
  readonly state: TurnState;
  readonly agent: RoleModel;
  readonly runtime: Runtime<"predict-action">;
}

/** The step that the model chose, or how the loop ends because it chose none that can be used. */
export async function askModel(asking: Asking): Promise<Step | PredictActionOutput> {
  const { input, state, runtime } = asking;
  const { job } = state;
  const askedAt = runtime.now();
  const log = new ModelCallLog(runtime.now, job.task);
  const budget = new CallBudget(job, runtime);
  try {
    const through = (client: ModelClient) => budget.guarding(log.recording(client));
    const step = await nextStep({ ...asking, agent: askedThrough(asking.agent, through) });
    await endWait(job, askedAt, runtime);
    const unusedReplies = log.unused(null);
    return { ...step, ...(unusedReplies.length === 0 ? {} : { unusedReplies: [...unusedReplies] }) };
  } catch (error) {
    if (!(error instanceof DroverError)) throw error;
    await countSpent(asking, error);
    // An answer that was cut because the rest was small says nothing of the model.
    const over = error.code === "ModelOutputInvalid" && budget.lowered !== null ? budget.lowered : error;
    if (over.code === "BudgetExhausted") return { route: "judge", end: budgetEnd(over) };
    return await withoutStep(asking, error, log.unused(error), askedAt);
  } finally {
    await keepCalls(input, job, log.calls, runtime);
  }
}

/** How the turn goes on without a step; what the model said is kept in any case. */
async function withoutStep(
  { input, state, runtime }: Asking,
  error: DroverError,
  unusedReplies: readonly UnusedReply[],
  askedAt: Date,
): Promise<PredictActionOutput> {
  const { job, history } = state;
  const waits = catalogue[error.code].recovery === "wait";
  if (!waits && error.code !== "ModelRefused" && error.code !== "ModelOutputInvalid") {
    const { code, message, advice, details, cause } = error;
    throw new DroverError(code, message, { advice, details: { ...details, unusedReplies }, cause });
  }
  // A service that was only too busy, or away, said nothing that anybody would look for.
  if (!waits || unusedReplies.some(({ kind }) => kind !== "failed"))
    await keepRefusal(input, job, error, unusedReplies, runtime);
  if (waits) return waitForModel({ job, history, runtime }, error);
  await endWait(job, askedAt, runtime);
  return goToJudge(error.code === "ModelRefused" ? "refused" : "modelOutput", error.message);
}

/** Whichever of its models is asked. */
const askedThrough = (
  { fallback, ...agent }: RoleModel,
  through: (client: ModelClient) => ModelClient,
): RoleModel => ({
  ...agent,
  client: through(agent.client),
  ...(fallback === undefined ? {} : { fallback: { ...fallback, client: through(fallback.client) } }),
});

async function nextStep({ input, state, agent, runtime }: Asking): Promise<Step> {
  const { tenantId, jobId, stepNumber } = input;
  const { job, history, tree, screenshot, picture, observation } = state;
  const feedback = repetitionAdvice(sinceFresh(job, history));
  const { catalogue: known, coordinateTransform, chain } = await projectConfig();
  const actions = offeredFor(job.task, withoutCapabilities(known, state.missing));
  const device = job.deviceFacts ?? { model: "", apiLevel: 0 };
  const toCoordinate: ResolveContext["coordinateOf"] = (pixel, screen) =>
    coordinateOf(pixel, screen, device, coordinateTransform);
  const turn = { jobId, stepNumber, task: job.task, observation, tree };
  const resolve = { tree, apps: state.apps ?? [], coordinateOf: toCoordinate };
  const chosen = await withChain(chain, turn, { catalogue: actions, resolve }, (notes) =>
    predict({
      agent,
      actions,
      coordinateOf: toCoordinate,
      logger: runtime.logger,
      task: job.task,
      history,
      tree,
      observation: { ...observation, flags: [...notes, ...observation.flags] },
      ...(screenshot === undefined ? {} : { screenshot: asJpeg(screenshot) }),
      stepNumber,
      maxSteps: job.limits.maxSteps,
      elapsedSeconds: workingSeconds(job, runtime.now()),
      ...defined({ feedback, device: job.deviceFacts, apps: state.apps }),
      perception: job.perception,
      marker: job.promptMarker ?? newPromptMarker(),
    }),
  );
  const { prediction } = chosen;
  const { fallbackFrom } = prediction;
  return {
    schemaVersion: 2,
    tenantId,
    jobId,
    stepNumber,
    predictedAt: runtime.now().toISOString(),
    model: prediction.model,
    ...defined({ fallbackFrom }),
    thinking: prediction.thinking,
    actions: [...prediction.actions],
    ...defined({ chain: chosen.chain }),
    before: observation,
    picture,
    usage: prediction.usage,
    repairs: prediction.repairs,
    timings: { ...noTimings, inferenceMilliseconds: prediction.inferenceMilliseconds },
  };
}

const noTimings = {
  inferenceMilliseconds: 0,
  executionMilliseconds: 0,
  settleMilliseconds: 0,
  screenshotMilliseconds: 0,
  treeMilliseconds: 0,
  ocrMilliseconds: 0,
  deviceMilliseconds: 0,
  uploadMilliseconds: 0,
};

const asJpeg = (bytes: Uint8Array) => ({
  mediaType: "image/jpeg" as const,
  base64: Buffer.from(bytes).toString("base64"),
});

/** Calls that brought no step cost all the same; one that is tried again by the workflow counts again. */
async function countSpent({ input, state, runtime }: Asking, error: DroverError): Promise<void> {
  const usage = ModelUsage.safeParse(error.details.usage);
  if (!usage.success) return;
  const { tenantId, jobId } = input;
  await runtime.repositories.jobs.addUsage(tenantId, jobId, {
    usage: usage.data,
    ...roleOn(state.job, "agent"),
  });
}
