import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { modelFor } from "../model-calls/model-for.ts";
import type { ModelEnvironment } from "../models/configured-models.ts";
import { orderPicture } from "../models/order-picture.ts";
import type { AnsweringRole } from "../role-questions/answer-tools.ts";
import type { RecoveryPicture } from "../role-questions/recovery-screen.ts";
import type { Services } from "../runtime/services.ts";
import { asJpeg, readScreenshot } from "../turn-state/read-turn.ts";

interface Shown {
  readonly observation: Observation | null;
  /** What was sent with an exception; shown where no device has made a picture since. */
  readonly screenshotKey?: string | null;
}

/** The screen as a picture, for a role whose model sees. */
export async function recoveryPicture(
  role: AnsweringRole,
  job: Job,
  { observation, screenshotKey = null }: Shown,
  runtime: Services & { readonly environment: ModelEnvironment },
): Promise<RecoveryPicture | undefined> {
  const key = observation === null ? screenshotKey : observation.modelScreenshotKey;
  if (key === null) return undefined;
  const { model } = await modelFor(role, job, runtime);
  if (orderPicture(model, job.perception) === null) return undefined;
  const bytes = await readScreenshot(key, runtime);
  if (bytes === undefined) return undefined;
  return bytes[0] === 0x89 ? { ...asJpeg(bytes), mediaType: "image/png" } : asJpeg(bytes);
}
