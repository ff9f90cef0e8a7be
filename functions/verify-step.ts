import { VerifyStepInput, VerifyStepOutput } from "#shared/contracts/workflow/verify-step.ts";
import { describeScreenDiff, screenDiff } from "#shared/domain/screen-diff.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { Runtime, RuntimeServices } from "./runtime/runtime.ts";
import { workflowHandler } from "./runtime/workflow-handler.ts";

/** Tells the next prompt whether and how the action changed the screen (docs/spec.md A6). */
async function verifyStep(
  input: VerifyStepInput,
  runtime: Runtime<"verify-step">,
): Promise<VerifyStepOutput> {
  const { tenantId, jobId, stepNumber, before, after } = input;
  const screenChanged = before.treeHash !== after.treeHash;
  const verified = await runtime.repositories.steps.verify({
    tenantId,
    jobId,
    stepNumber,
    verifiedAt: runtime.now().toISOString(),
    screenChanged,
    feedback: screenChanged ? await describeChange(input, runtime) : "The screen did not change.",
  });
  if (!verified) throw new DroverError("NotFound", `There is no step ${stepNumber} of job ${jobId}.`);
  return { screenChanged, nextStepNumber: stepNumber + 1 };
}

async function describeChange({ before, after }: VerifyStepInput, runtime: RuntimeServices): Promise<string> {
  const [old, current] = await Promise.all([runtime.trees(before.treeKey), runtime.trees(after.treeKey)]);
  if (old !== null && current !== null) {
    const diff = screenDiff(old, current);
    // Equal elements, and yet another screen: what changed has none.
    return diff.changed ? describeScreenDiff(diff) : "The screen changed: what is drawn on it is different.";
  }
  return "The screen changed; how cannot be told, because its elements could not be read.";
}

export const handler = workflowHandler({
  name: "verify-step",
  input: VerifyStepInput,
  output: VerifyStepOutput,
  handle: verifyStep,
});
