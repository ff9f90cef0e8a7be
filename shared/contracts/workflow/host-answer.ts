import * as z from "zod";
import { Observation } from "../device/observation.ts";
import { SplitAreas } from "../device/split-screen.ts";
import { ValidatorResult } from "../judging/validator.ts";
import { PerformedStep } from "../step/performed-step.ts";
import { ActionOutcome } from "../step/step.ts";
import { DeviceId, TenantId } from "../values/ids.ts";

/** Answer to SetUpCommand. */
export const SetUpAnswer = z.strictObject({
  observation: Observation,
  /** Absent when no precheck was asked; `alreadySatisfied` only if there are validators and all passed. */
  alreadySatisfied: z.boolean().optional(),
});
export type SetUpAnswer = z.infer<typeof SetUpAnswer>;

/** Answer to PerformCommand. A failed action the model can do something about is an answer, not an error. */
export const PerformAnswer = z.strictObject({
  outcome: ActionOutcome,
  observation: Observation,
  /** The step as it was just stored. Absent when the host wrote nothing, or when it is too large for a state. */
  step: PerformedStep.optional(),
});
export type PerformAnswer = z.infer<typeof PerformAnswer>;

/** Answer to JudgeCommand; the results are also on the job. */
export const JudgeAnswer = z.strictObject({
  verdict: z.enum(["passed", "failed", "inconclusive", "none"]),
  results: z.array(ValidatorResult),
});
export type JudgeAnswer = z.infer<typeof JudgeAnswer>;

/** Answer to SplitScreenCommand: where each app is now; null when one has the display alone. */
export const SplitScreenAnswer = z.strictObject({ areas: SplitAreas.nullable() });
export type SplitScreenAnswer = z.infer<typeof SplitScreenAnswer>;

/** Answer to ReleaseCommand. `clean: false`: the device was not freed; why, in words. */
export const ReleaseAnswer = z.strictObject({ clean: z.boolean(), quarantineReason: z.string().optional() });
export type ReleaseAnswer = z.infer<typeof ReleaseAnswer>;

/** Answer to a DeviceRequest, kept as an item for a minute: `body` is what the request asks for (contracts/device-tools.ts), or a Problem. */
export const DeviceReply = z.strictObject({
  tenantId: TenantId,
  deviceId: DeviceId,
  requestId: z.string(),
  status: z.int(),
  /** JSON text. */
  body: z.string().max(350_000),
});
export type DeviceReply = z.infer<typeof DeviceReply>;
