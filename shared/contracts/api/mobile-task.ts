import * as z from "zod";
import { JobLimits } from "../job/job-request.ts";
import { VoiceCommand } from "../job/voice.ts";
import { ExecutedAction } from "../protocol/ui-action.ts";
import { DeviceId, JobId } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";

/** A task in the words of the protocol (docs/spec.md A2, A3): the body of `POST /v1/tasks`. */
export const MobileTaskRequest = z
  .strictObject({
    /** Sent again, it is the same task. */
    task_id: z.string().regex(/^[\x21-\x7e]{1,150}$/, "must be 1 to 150 printable ASCII characters"),
    ai_prompt: SafeText.trim().min(1, "must describe a task").max(4_000).optional(),
    /** Instead of `ai_prompt`: the task as it was spoken (docs/spec.md A9). */
    voice: z
      .strictObject({
        media_type: VoiceCommand.shape.mediaType,
        audio: VoiceCommand.shape.audio,
        confirm: VoiceCommand.shape.confirm,
      })
      .optional(),
    /** Absent: any device that is free. */
    device_id: DeviceId.optional(),
    max_steps: JobLimits.shape.maxSteps.unwrap().default(5),
    timeout_seconds: JobLimits.shape.timeoutSeconds.unwrap().default(30),
    /** What kind of device the task is for. */
    device: z
      .string()
      .refine((kind) => kind === "mobile", {
        error: (issue) =>
          `must be "mobile": Drover runs tasks on phones only, not for "${String(issue.input).slice(0, 40)}"`,
      })
      .default("mobile"),
  })
  .refine(({ ai_prompt, voice }) => (ai_prompt === undefined) !== (voice === undefined), {
    path: ["ai_prompt"],
    error: "must describe a task; give this or voice",
  });
export type MobileTaskRequest = z.infer<typeof MobileTaskRequest>;

/** The answer. `running`: it is not done yet, and the same request sent again waits on. */
export const MobileTaskResult = z.object({
  task_id: z.string(),
  status: z.enum(["success", "failed", "running"]),
  steps_taken: z.int().min(0),
  actions_executed: z.array(ExecutedAction),
  completion_reason: z.string(),
  /** Of a spoken task: the transcript, as soon as it exists. */
  transcript: z.string().optional(),
  /** Of a failed one: `max_steps_exceeded`, `timeout`, or the job's outcome. */
  reason: z.string().optional(),
  job_id: JobId,
});
export type MobileTaskResult = z.infer<typeof MobileTaskResult>;
