import type { Job } from "../../contracts/job/job.ts";
import type { EventPlace } from "../../rules/webhook-facts.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { storageCall } from "../table/storage-call.ts";
import { createJobEntity, parseJob } from "./job-entity.ts";

/** The batch and the tags of a job, by which webhooks choose; none of a job that is gone. */
export async function readEventPlace(
  access: TableAccess,
  key: Pick<Job, "tenantId" | "jobId">,
): Promise<EventPlace> {
  const { data } = await storageCall("read the job", () => createJobEntity(access).get(key).go());
  return data === null ? { tags: [] } : parseJob(data);
}
