import { JobRequest } from "../job/job-request.ts";
import { unheardTask, VoiceCommand } from "../job/voice.ts";

/** The body of `POST /v1/jobs`: a job's request, or one whose task is spoken (docs/spec.md A9). */
export const SpokenRequest = JobRequest.extend({
  /** Left out when it is spoken. */
  task: JobRequest.shape.task.default(unheardTask),
  /** Instead of `task`. */
  voice: VoiceCommand.optional(),
})
  .refine(({ task, voice }) => task !== unheardTask || voice !== undefined, {
    path: ["task"],
    error: "is missing: give this or voice",
  })
  .refine(({ task, voice }) => task === unheardTask || voice === undefined, {
    path: ["voice"],
    error: "cannot be combined with task: give one of the two",
  });
