import type { Job, JobPause } from "../../contracts/job/job.ts";
import { mostMessages } from "../../contracts/step/message.ts";
import type { JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { operationsOn } from "../table/operations-on.ts";
import { changeItem, wrote } from "../table/storage-call.ts";
import { type JobEntity, parseJob } from "./job-entity.ts";

/** What its user wants of a job that is under way. Each is null when it has ended or there is none. */
export const createJobSteering = (entity: JobEntity) =>
  operationsOn(entity, { requestPause, endRequestedPause, enterPause, countMessage });

/** Paused before, it stays so since then. Null also for one that is to be cancelled. */
const requestPause = (entity: JobEntity, tenantId: TenantId, jobId: JobId, at: Timestamp) =>
  changeItem("pause the job", parseJob, () =>
    entity
      .patch({ tenantId, jobId })
      .data((job, set) => set.ifNotExists(job.pauseRequestedAt, at))
      .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.notExists(job.cancelRequestedAt)}`),
  );

const endRequestedPause = (entity: JobEntity, tenantId: TenantId, jobId: JobId) =>
  changeItem("resume the job", parseJob, () =>
    entity
      .patch({ tenantId, jobId })
      .data((job, set) => set.remove(job.pauseRequestedAt))
      .where((job, is) => is.ne(job.status, "finished")),
  );

/** The pause takes effect, or continues without its device. False: it was ended meanwhile, or the job has. */
const enterPause = (
  entity: JobEntity,
  { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
  pause: JobPause,
) =>
  wrote("pause the job", () =>
    entity
      .patch({ tenantId, jobId })
      .set({ pause })
      .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.exists(job.pauseRequestedAt)}`)
      .go(),
  );

/** Makes room for one more message. Null also when there is none left. */
const countMessage = (entity: JobEntity, tenantId: TenantId, jobId: JobId) =>
  changeItem("count the message", parseJob, () =>
    entity
      .patch({ tenantId, jobId })
      .data((job, set) => set.add(job.messageCount, 1, 0))
      .where(
        (job, is) =>
          `${is.ne(job.status, "finished")} AND (${is.notExists(job.messageCount)} OR ${is.lt(job.messageCount, mostMessages)})`,
      ),
  );
