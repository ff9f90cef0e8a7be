import * as z from "zod";

/** Ids become DynamoDB keys, S3 prefixes, queue names and execution names, so they share one narrow alphabet. */
const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,31}$/;
const idMessage = "must be 1 to 32 letters, digits, '-' or '_', starting with a letter or digit";

/** Without `_`, which parts it from what follows it in names of queues. */
export const TenantId = z
  .string()
  .regex(
    /^[A-Za-z0-9][A-Za-z0-9-]{0,31}$/,
    "must be 1 to 32 letters, digits or '-', starting with a letter or digit",
  )
  .brand<"TenantId">();
export type TenantId = z.infer<typeof TenantId>;

/** Sorts by creation time. */
export const Ulid = z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, "must be a ULID of 26 characters");

/** Also the name of the job's execution, which makes starting it idempotent. */
export const JobId = Ulid.brand<"JobId">();
export type JobId = z.infer<typeof JobId>;

/** Of a turn that an outside agent is to take. */
export const TurnId = Ulid.brand<"TurnId">();
export type TurnId = z.infer<typeof TurnId>;

export const ErrorId = Ulid.brand<"ErrorId">();
export type ErrorId = z.infer<typeof ErrorId>;

/** Of a trajectory that was uploaded. */
export const TrajectoryId = Ulid.brand<"TrajectoryId">();
export type TrajectoryId = z.infer<typeof TrajectoryId>;

export const BatchId = Ulid.brand<"BatchId">();
export type BatchId = z.infer<typeof BatchId>;

/** Of a batch's manifest that is to be uploaded. */
export const UploadId = Ulid.brand<"UploadId">();
export type UploadId = z.infer<typeof UploadId>;

export const HostId = z.string().regex(idPattern, idMessage).brand<"HostId">();
export type HostId = z.infer<typeof HostId>;

/** `<host id>.<serial>`, the serial's characters outside [A-Za-z0-9_-] written as `_`. */
export const DeviceId = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,31}\.[A-Za-z0-9_-]{1,64}$/, "must be '<host>.<serial>'")
  .brand<"DeviceId">();
export type DeviceId = z.infer<typeof DeviceId>;

export const PoolName = z.string().regex(idPattern, idMessage).brand<"PoolName">();
export type PoolName = z.infer<typeof PoolName>;

/** In UTC. */
export const CalendarDay = z.iso.date();

/** ISO 8601 in UTC with milliseconds, so that text order is time order. */
export const Timestamp = z.iso.datetime({ precision: 3 }).meta({ id: "Timestamp" });
export type Timestamp = z.infer<typeof Timestamp>;
