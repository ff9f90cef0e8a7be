import * as z from "zod";
import { Lease } from "../device/lease.ts";
import { SplitApps } from "../device/split-screen.ts";
import { JobOutcome } from "../job/job.ts";
import { JobId, TenantId } from "../values/ids.ts";
import { FinishJobInput } from "./finish-job.ts";
import { PreparedJob } from "./prepare-job.ts";

const workflow = { schemaVersion: z.literal(1), tenantId: TenantId, jobId: JobId };

/** The input of an execution of `workflow`: the job of the whole. */
export const WorkflowExecutionInput = z.strictObject(workflow);
export type WorkflowExecutionInput = z.infer<typeof WorkflowExecutionInput>;

export const DecomposeTaskInput = z.strictObject(workflow);
export type DecomposeTaskInput = z.infer<typeof DecomposeTaskInput>;

/** What the definition keeps as `$job`. */
export const DecomposeTaskOutput = PreparedJob;
export type DecomposeTaskOutput = z.infer<typeof DecomposeTaskOutput>;

/** The job of the sub-task that ended, and the error of its execution when it ended in one. */
const EndedSubtask = z.strictObject({ jobId: JobId, error: z.string().nullable() });

export const NextSubtaskInput = z.strictObject({
  ...workflow,
  lease: Lease,
  /** Every validator of the whole passed before the first part. */
  alreadySatisfied: z.boolean(),
  ended: EndedSubtask.nullable(),
  /** The two apps of a split screen are side by side. */
  split: z.boolean().default(false),
  /** What came of its two jobs. */
  windows: z.strictObject({ first: EndedSubtask, second: EndedSubtask }).optional(),
});
export type NextSubtaskInput = z.infer<typeof NextSubtaskInput>;

export const NextSubtaskOutput = z.discriminatedUnion("route", [
  z.strictObject({ route: z.literal("run"), jobId: JobId }),
  /** The display is to show these two side by side. */
  z.strictObject({ route: z.literal("split"), apps: SplitApps }),
  /** It does: a job in each of the two. */
  z.strictObject({ route: z.literal("windows"), first: JobId, second: JobId }),
  /** Every sub-task is done: the whole is judged. */
  z.strictObject({ route: z.literal("judge") }),
  /** One could not be done, or nobody wants the rest. */
  z.strictObject({ route: z.literal("release") }),
]);
export type NextSubtaskOutput = z.infer<typeof NextSubtaskOutput>;

export const FinishWorkflowInput = z.strictObject({
  ...workflow,
  alreadySatisfied: z.boolean(),
  verdict: FinishJobInput.shape.verdict,
  clean: FinishJobInput.shape.clean,
  /** The state that could not be carried out. */
  failure: z.strictObject({ state: z.string(), error: z.string(), cause: z.string().default("") }).nullable(),
});
export type FinishWorkflowInput = z.infer<typeof FinishWorkflowInput>;

/** The execution's output. */
export const FinishWorkflowOutput = z.strictObject({
  jobId: JobId,
  outcome: JobOutcome,
  reason: z.string(),
});
export type FinishWorkflowOutput = z.infer<typeof FinishWorkflowOutput>;
