import type { Job } from "#shared/contracts/job/job.ts";
import type { AcquireCommand } from "#shared/contracts/workflow/host-command.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { failureEnd } from "../delivery/command-end.ts";
import type { QueueMessage } from "../delivery/command-queue.ts";
import { settleToken } from "../delivery/settle-token.ts";
import type { HostServices } from "../host-services.ts";

/**
 * What to do with a request for a device whose job would not be claimed. `cancel` and `pause` tell the job so; `settle`: a later
 * request has a device; `leave`: another delivery of this one has; `again`: nothing is in its way any more.
 */
export type RefusedClaim = "cancel" | "pause" | "settle" | "leave" | "again";

type Claimable = Pick<Job, "status" | "acquisition"> &
  Partial<Pick<Job, "cancelRequestedAt" | "pauseRequestedAt">>;

export function refusedClaim(job: Claimable | null, acquisition: number): RefusedClaim {
  if (job === null || job.status === "finished" || job.cancelRequestedAt !== undefined) return "cancel";
  if (job.acquisition > acquisition) return "settle";
  if (job.acquisition === acquisition) return "leave";
  return job.pauseRequestedAt === undefined ? "again" : "pause";
}

/** The job did not want the device (docs/faults.md D1, D2). */
export async function refuse(
  command: AcquireCommand,
  message: QueueMessage,
  services: HostServices,
): Promise<void> {
  const job = await services.repositories.jobs.get(command.tenantId, command.jobId);
  switch (refusedClaim(job, command.acquisition)) {
    case "cancel":
      return tellAndSettle(
        new DroverError("JobCancelled", `Job ${command.jobId} was cancelled while it waited for a device.`),
        command,
        message,
        services,
      );
    case "pause":
      // Its execution waits without a device until it is continued, and asks again then.
      return tellAndSettle(
        new DroverError("JobPaused", `Job ${command.jobId} is paused.`),
        command,
        message,
        services,
      );
    case "settle":
      return message.settle();
    case "leave":
      // The winner deletes the message once its job has been notified. Should it die before, its claim is taken back and the message comes again.
      return;
    case "again":
      // It was continued between the two looks: nobody else will tell it of a device.
      return message.hold(0);
  }
}

/** Its execution waits no longer for this request. */
export async function tellAndSettle(
  error: DroverError,
  command: AcquireCommand,
  message: QueueMessage,
  services: HostServices,
): Promise<void> {
  await settleToken(command.taskToken, failureEnd(error), services);
  await message.settle();
}
