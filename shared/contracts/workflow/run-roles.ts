import * as z from "zod";
import { JobOutcome } from "../job/job.ts";
import { JobId, TenantId } from "../values/ids.ts";

const whole = { schemaVersion: z.literal(1), tenantId: TenantId, jobId: JobId };

/** The input of an execution of `roles`: the job of the whole. */
export const RolesExecutionInput = z.strictObject(whole);
export type RolesExecutionInput = z.infer<typeof RolesExecutionInput>;

/** `looks`: how often it was told to wait. */
export const BeginRolesInput = z.strictObject({ ...whole, looks: z.int().min(0) });
export type BeginRolesInput = z.infer<typeof BeginRolesInput>;

export const BeginRolesOutput = z.strictObject({
  /** `run`: it is its turn, and each role has a job. */
  route: z.enum(["run", "wait"]),
  roleJobIds: z.array(JobId),
  seconds: z.int().min(0),
  looks: z.int().min(0),
});
export type BeginRolesOutput = z.infer<typeof BeginRolesOutput>;

/** `error`: with which the execution of the role's job failed; null: it came to its end. */
export const SettleRoleInput = z.strictObject({ ...whole, roleJobId: JobId, error: z.string().nullable() });
export type SettleRoleInput = z.infer<typeof SettleRoleInput>;
/** Nobody reads it. */
export const SettleRoleOutput = z.strictObject({ outcome: JobOutcome });
export type SettleRoleOutput = z.infer<typeof SettleRoleOutput>;

export const FinishRolesInput = z.strictObject({
  ...whole,
  /** The state that could not be carried out. */
  failure: z.strictObject({ state: z.string(), error: z.string(), cause: z.string().default("") }).nullable(),
});
export type FinishRolesInput = z.infer<typeof FinishRolesInput>;

/** The execution's output. */
export const FinishRolesOutput = z.strictObject({ jobId: JobId, outcome: JobOutcome, reason: z.string() });
export type FinishRolesOutput = z.infer<typeof FinishRolesOutput>;
