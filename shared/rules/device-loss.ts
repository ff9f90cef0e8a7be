import type { Job } from "../contracts/job/job.ts";
import type { DeviceLoss } from "../contracts/session/session.ts";

/** The loss of a session's device, if its user has not continued on another. */
export const openLoss = ({ deviceLost }: Pick<Job, "deviceLost">): DeviceLoss | null =>
  deviceLost?.continuedAt === undefined ? (deviceLost ?? null) : null;

/** The loss of the device that the job was given last. */
export const presentLoss = ({
  deviceLost,
  deviceId,
  leaseEpoch,
}: Pick<Job, "deviceLost" | "deviceId" | "leaseEpoch">): DeviceLoss | null =>
  deviceLost?.deviceId === deviceId && deviceLost?.epoch === leaseEpoch ? (deviceLost ?? null) : null;
