import type { PublicJob } from "../contracts/api/responses/job-response.ts";
import type { SourceChanges } from "../contracts/api/source-requests.ts";
import { JobRequest } from "../contracts/job/job-request.ts";
import type { JobSourceRequest } from "../contracts/step/job-source.ts";
import { defined } from "../values/defined.ts";
import { agentAgain } from "./same-request.ts";

/**
 * What is asked of a job that does again what another one did: the same task and checks within the same bounds, but for the changes. It
 * runs on any device of the pool.
 */
export function sourcedRequest(
  job: PublicJob,
  source: JobSourceRequest,
  { limits, models, requirements, device = "clean", validators, debug }: SourceChanges,
): JobRequest {
  const asked = Object.entries(job).filter(([name]) => name in JobRequest.shape && name !== "agent");
  const { deviceId: _theirs, ...pool } = job.requirements;
  const roleModel =
    models === undefined || Object.keys(models.agent).length === 0 ? job.models.agent : models.agent;
  return JobRequest.parse({
    ...Object.fromEntries(asked),
    source,
    requirements: requirements ?? pool,
    device,
    limits: { ...job.limits, ...defined({ ...limits }) },
    models: { ...job.models, ...models, agent: roleModel },
    // A replay asks nobody.
    ...defined({ validators, debug, agent: source.kind === "replay" ? undefined : agentAgain(job) }),
  });
}
