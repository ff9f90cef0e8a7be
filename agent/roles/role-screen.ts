import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { modelFor } from "../model-calls/model-for.ts";
import type { ModelEnvironment } from "../models/configured-models.ts";
import { orderPicture } from "../models/order-picture.ts";
import type { AnsweringRole } from "../role-questions/answer-tools.ts";
import type { ToldScreen } from "../role-questions/told-screen.ts";
import type { Services } from "../runtime/services.ts";
import { asJpeg, readScreenshot } from "../turn-state/read-turn.ts";

/**
 * A screen as a role is shown it: its elements unless the job shows its models none, and the picture that was made for the
 * agent when the role's model sees.
 * @throws ConfigurationInvalid, StorageUnavailable
 */
export async function roleScreen(
  role: AnsweringRole,
  job: Job,
  observation: Observation,
  runtime: Services & { readonly environment: ModelEnvironment },
): Promise<ToldScreen> {
  const { model } = await modelFor(role, job, runtime);
  const sees = orderPicture(model, job.perception) !== null;
  const [tree, picture] = await Promise.all([
    job.perception.tree === "never" ? null : runtime.trees(observation.treeKey),
    sees ? readScreenshot(observation.modelScreenshotKey, runtime) : undefined,
  ]);
  return { observation, tree, screenshot: picture && asJpeg(picture) };
}
