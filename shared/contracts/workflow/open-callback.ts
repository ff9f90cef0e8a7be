import * as z from "zod";
import { CallbackId } from "../job/callback.ts";
import { JobId, TenantId } from "../values/ids.ts";
import { Turn, WorkerName } from "./turn.ts";

/** Somebody else is waited for: a person who answers, a caller who checks, an agent whose turn it is, the other roles of a task. */
export const OpenCallbackInput = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  jobId: JobId,
  kind: z.enum(["question", "pause", "lost", "checks", "turn", "roles"]),
  id: CallbackId,
  /** The secret by which the waiting state is answered. */
  taskToken: z.string().min(1).max(2_048),
  timeoutSeconds: z.int().min(1),
  /** Of a turn: which, and what it is made from. */
  turn: Turn.pick({ turnId: true, agent: true, pool: true, input: true })
    .extend({ worker: WorkerName.nullable() })
    .optional(),
});
export type OpenCallbackInput = z.infer<typeof OpenCallbackInput>;

/** Nobody reads it: the state continues when its token is answered. */
export const OpenCallbackOutput = z.strictObject({ opened: z.boolean() });
export type OpenCallbackOutput = z.infer<typeof OpenCallbackOutput>;
