import type { ModelRoles } from "../contracts/agent/model-settings.ts";
import type { JobRequest } from "../contracts/job/job-request.ts";

/** The settings of a job's roles with the model that its simulated user names. */
export const jobModels = ({ models, user }: Pick<JobRequest, "models" | "user">): ModelRoles =>
  user?.model === undefined ? models : { ...models, user: { ...models.user, model: user.model } };
