import { mostToldSteps } from "#shared/agent/prompt-history.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step.ts";
import type { PredictActionInput } from "#shared/contracts/workflow/predict-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RuntimeServices } from "../runtime/runtime.ts";
import { stepsForRepetition } from "./repetition.ts";

export interface TurnState {
  readonly job: Job;
  /** Steps before this one, oldest first. */
  readonly history: readonly Step[];
  /** This step, when an earlier invocation for it got so far. */
  readonly existing: Step | undefined;
  readonly tree: SemanticUITree | null;
  readonly screenshot: Uint8Array | undefined;
}

const stepsToRead = Math.max(stepsForRepetition, mostToldSteps);

/** Everything a turn needs, in one round of parallel reads. */
export async function readTurn(input: PredictActionInput, runtime: RuntimeServices): Promise<TurnState> {
  const { tenantId, jobId, stepNumber, observation } = input;
  const { jobs, steps } = runtime.repositories;
  const [job, latest, tree, screenshot] = await Promise.all([
    jobs.get(tenantId, jobId),
    steps.list(tenantId, jobId, { limit: stepsToRead + 1, newestFirst: true }),
    runtime.trees(observation.treeKey),
    readScreenshot(observation.modelScreenshotKey, runtime),
  ]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  // Without its tree a screen is known by its picture (docs/spec.md I4.2); an agent that saw neither would act blindly. The state is
  // tried again, which gives the host time to store what it keeps (docs/faults.md D12).
  const treePending =
    observation.treeKey !== null && observation.pendingArtifacts?.includes(observation.treeKey);
  if (tree === null && screenshot === undefined && treePending) {
    throw new DroverError(
      "StorageUnavailable",
      "What was on the screen is not stored yet; its host keeps it.",
    );
  }
  return {
    job,
    history: latest.items.filter((step) => step.stepNumber < stepNumber).reverse(),
    existing: latest.items.find((step) => step.stepNumber === stepNumber),
    tree,
    screenshot,
  };
}

/** There is one only when the model wants pictures; a lost one is no reason to stop. */
async function readScreenshot(key: string | null, runtime: RuntimeServices): Promise<Uint8Array | undefined> {
  if (key === null) return undefined;
  return runtime.artifacts.get(key).catch((error: unknown) => {
    if (error instanceof DroverError && error.code === "NotFound") return undefined;
    throw error;
  });
}
