import * as z from "zod";
import { JobId, TenantId } from "../values/ids.ts";

export const CallToolInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  /** The step that calls; the result is kept on it. */
  stepNumber: z.int().min(1),
});
export type CallToolInput = z.infer<typeof CallToolInput>;

export const CallToolOutput = z.strictObject({ ok: z.boolean() });
export type CallToolOutput = z.infer<typeof CallToolOutput>;
