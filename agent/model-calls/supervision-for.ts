import type { Job } from "#shared/contracts/job/job.ts";
import type { Supervision } from "#shared/contracts/job/supervision.ts";
import { supervisionOf } from "#shared/rules/supervision-of.ts";
import { farmModels, type ModelEnvironment } from "../models/configured-models.ts";
import { roleSettings } from "../models/role-settings.ts";

/** Who helps the agent in a job, with nothing left open. Throws ConfigurationInvalid. */
export async function supervisionFor(
  job: Job,
  environment: ModelEnvironment,
): Promise<Required<Supervision>> {
  const { dialect } = roleSettings("agent", job.models, await farmModels(environment));
  return supervisionOf(job, dialect);
}
