import * as z from "zod";
import { SplitApps, SplitWindow } from "../device/split-screen.ts";
import { JobId } from "../values/ids.ts";
import { Subtask } from "./job-request.ts";

/** A part of a workflow, or of what a task asks for, as it is kept with the job (docs/spec.md G2). */
export const TaskStep = Subtask.pick({ text: true, background: true, systemPrompt: true })
  .extend({
    /** From 1, in the order in which they are done. */
    index: z.int().min(1),
    /** Of a split screen: its window, and the app in it. */
    window: SplitWindow.optional(),
    app: SplitApps.shape.first.optional(),
    /** `pending`: nobody has started with it. `complete`: its job succeeded, as its validators judged it; or it was ticked off. */
    status: z.enum(["pending", "running", "complete", "failed"]),
    /** Its jobs so far, the last the newest: one for each attempt. */
    jobIds: z.array(JobId).max(3).default([]),
    /** How many attempts were started. */
    attempts: z.int().min(0).default(0),
    /** Why attempts failed, one sentence each. */
    errors: z.array(z.string().max(500)).max(3).default([]),
    /** What the device did in the newest attempt, in order; all there is to say of it is in the job's steps. */
    actions: z.array(z.string().max(120)).max(40).default([]),
    /** What came of it: the agent's answer or summary, or why it ended; what shows that it was done, where it was ticked off. */
    result: z.string().max(1_000).optional(),
  })
  .meta({ id: "TaskStep" });
export type TaskStep = z.infer<typeof TaskStep>;

/** Who made the parts of a workflow. */
export const Decomposition = z
  .strictObject({
    /** `whole`: the model's parts could not be used, and the task is its only part. */
    by: z.enum(["request", "model", "whole"]),
    detail: z.string().max(500),
    model: z.string().optional(),
  })
  .meta({ id: "Decomposition" });
export type Decomposition = z.infer<typeof Decomposition>;
