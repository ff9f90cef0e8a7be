import * as z from "zod";

const Screen = z.looseObject({ treeHash: z.string() });

/** Executions that began before PredictAction verified the step before it have a state for it. */
export const VerifyStepInput = z.looseObject({
  stepNumber: z.int().min(1),
  before: Screen,
  after: Screen,
});
export type VerifyStepInput = z.infer<typeof VerifyStepInput>;

export const VerifyStepOutput = z.strictObject({
  screenChanged: z.boolean(),
  nextStepNumber: z.int().min(2),
});
export type VerifyStepOutput = z.infer<typeof VerifyStepOutput>;
