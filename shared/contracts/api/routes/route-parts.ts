import * as z from "zod";
import { DeviceId, JobId } from "../../values/ids.ts";

/** What several routes take. */
export const device = z.strictObject({ id: DeviceId });
export const job = z.strictObject({ id: JobId });
export const none = z.strictObject({});

/** Printable ASCII, as a header can carry it. */
const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters");

export const idempotency = z.object({ "idempotency-key": IdempotencyKey.optional() });

/** A submission's: the job or batch becomes a part of the caller's trace (W3C Trace Context). What is no such text is passed over. */
export const tracedSubmission = idempotency.extend({ traceparent: z.string().optional() });
