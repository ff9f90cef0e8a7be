import type { Job, JobPause } from "../../contracts/job/job.ts";
import { mostMessages } from "../../contracts/job/message.ts";
import type { JobId, TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { conditionalCall } from "../table/storage-call.ts";
import { type JobEntity, parseJob } from "./job-entity.ts";

/** What its user wants of a job that is under way. Each is null when it has ended or there is none. */
export function createJobSteering(entity: JobEntity) {
  return {
    /** Paused before, it stays so since then. Null also for one that is to be cancelled. */
    async requestPause(tenantId: TenantId, jobId: JobId, at: Timestamp): Promise<Job | null> {
      const paused = await conditionalCall("pause the job", () =>
        entity
          .patch({ tenantId, jobId })
          .data((job, set) => set.ifNotExists(job.pauseRequestedAt, at))
          .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.notExists(job.cancelRequestedAt)}`)
          .go({ response: "all_new" }),
      );
      return paused === null ? null : parseJob(paused.data);
    },

    async endRequestedPause(tenantId: TenantId, jobId: JobId): Promise<Job | null> {
      const goesOn = await conditionalCall("let the job go on", () =>
        entity
          .patch({ tenantId, jobId })
          .data((job, set) => set.remove(job.pauseRequestedAt))
          .where((job, is) => is.ne(job.status, "finished"))
          .go({ response: "all_new" }),
      );
      return goesOn === null ? null : parseJob(goesOn.data);
    },

    /** The pause takes effect, or goes on without its device. False: it was ended meanwhile, or the job has. */
    async standStill(
      { tenantId, jobId }: Pick<Job, "tenantId" | "jobId">,
      pause: JobPause,
    ): Promise<boolean> {
      const stands = await conditionalCall("let the job stand still", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ pause })
          .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.exists(job.pauseRequestedAt)}`)
          .go(),
      );
      return stands !== null;
    },

    /** Makes room for one more message. Null also when there is none left. */
    async countMessage(tenantId: TenantId, jobId: JobId): Promise<Job | null> {
      const counted = await conditionalCall("count the message", () =>
        entity
          .patch({ tenantId, jobId })
          .data((job, set) => set.add(job.messageCount, 1, 0))
          .where(
            (job, is) =>
              `${is.ne(job.status, "finished")} AND (${is.notExists(job.messageCount)} OR ${is.lt(job.messageCount, mostMessages)})`,
          )
          .go({ response: "all_new" }),
      );
      return counted === null ? null : parseJob(counted.data);
    },
  };
}
