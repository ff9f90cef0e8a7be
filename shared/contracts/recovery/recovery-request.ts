import * as z from "zod";
import { ModelRoles } from "../agent/model-settings.ts";
import { RaisedException } from "../agent/raised-exception.ts";
import { JobLimits } from "../job/job-request.ts";
import { PolicyChoice } from "../job/policy.ts";
import { DeviceId } from "../values/ids.ts";

/** API Gateway takes 10 MB and Lambda 6. */
const longestPicture = 4_000_000;

/** The body of `POST /v1/recoveries`: an exception that somebody's automation raised (docs/spec.md E1). */
export const RecoveryRequest = RaisedException.extend({
  /** The screen at that moment, PNG or JPEG in base64. */
  screenshot: z.base64().max(longestPicture).optional(),
  /** What `uiautomator dump` or Appium's page source says of it. */
  hierarchy: z.string().max(1_000_000).optional(),
  /** Where it happened: the recovery is carried out there. Without one the answer is a plan. */
  deviceId: DeviceId.optional(),
  /** `asItIs`: a device that the caller holds (quarantined by him), acted on and given back as it is. */
  device: z.enum(["clean", "asItIs"]).default("asItIs"),
  models: ModelRoles.prefault({}),
  limits: JobLimits.prefault({}),
  policy: PolicyChoice.default({}),
  debug: z.boolean().default(false),
});
export type RecoveryRequest = z.infer<typeof RecoveryRequest>;
