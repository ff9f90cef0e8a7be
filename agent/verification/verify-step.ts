import type { Observation } from "#shared/contracts/device/observation.ts";
import type { PerformedStep } from "#shared/contracts/step/performed-step.ts";
import type { StepFinding } from "#shared/contracts/step/step-finding.ts";
import type { VerifyStepInput, VerifyStepOutput } from "#shared/contracts/workflow/verify-step.ts";
import type { Runtime, Services } from "../runtime/services.ts";
import { findStep } from "./find-step.ts";

/**
 * The state after each command: compares the screens by rules and hands on what it finds. It writes nothing, so it can be tried again.
 * @throws StorageUnavailable
 */
export async function verifyStep(
  { stepNumber, before, after, step, verification }: VerifyStepInput,
  runtime: Runtime<"verify-step">,
): Promise<VerifyStepOutput> {
  const nextStepNumber = stepNumber + 1;
  if (step === undefined || step === null) return { nextStepNumber, finding: null };
  const found = await compareScreens({ step: { ...step, before }, after, verification }, runtime);
  return { nextStepNumber, finding: { stepNumber, ...found } };
}

interface Compared {
  readonly step: PerformedStep & { readonly before: Observation };
  readonly after: Observation;
  /** `off`: no rule is asked; the next prompt still says how the screen changed. */
  readonly verification: VerifyStepInput["verification"];
}

export async function compareScreens(
  { step, after, verification }: Compared,
  { trees, now, monotonic }: Pick<Services, "trees" | "now" | "monotonic">,
): Promise<StepFinding> {
  const startedAt = monotonic();
  const isAsBefore = step.before.treeHash === after.treeHash;
  const [before, shown] = await Promise.all([
    trees(step.before.treeKey),
    isAsBefore ? null : trees(after.treeKey),
  ]);
  const found = findStep({
    ...{ step, trees: { before, after: shown }, after },
    isVerified: verification !== "off",
  });
  const verifyMilliseconds = Math.round(monotonic() - startedAt);
  return { ...found, verifiedAt: now().toISOString(), verifyMilliseconds };
}
