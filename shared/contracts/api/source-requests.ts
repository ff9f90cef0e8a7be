import * as z from "zod";
import { ModelRoles } from "../agent/model-settings.ts";
import { JobOutcome } from "../job/job.ts";
import { DeviceUse, LimitBounds, Requirements } from "../job/job-request.ts";
import { Validator } from "../judging/validator.ts";
import { HealedLine } from "../step/job-source.ts";
import { Script } from "../step/script.ts";
import { TrajectoryId } from "../values/ids.ts";

/** Changes against the job that is resumed, replayed or forked; absent fields keep its values. */
export const SourceChanges = z
  .strictObject({
    limits: LimitBounds.optional(),
    models: ModelRoles.optional(),
    requirements: Requirements.optional(),
    /** Absent: a clean one. */
    device: DeviceUse.optional(),
    validators: z.array(Validator).max(20).optional(),
    debug: z.boolean().optional(),
  })
  .meta({ id: "SourceChanges" });
export type SourceChanges = z.infer<typeof SourceChanges>;

export const ForkRequest = SourceChanges.extend({
  /** The last step that is done again; the model chooses from the next on. */
  at: z.int().min(1).max(9_999),
}).meta({ id: "ForkRequest" });

/** A trajectory that was taken, to be named as a job's source. */
export const UploadedTrajectory = z.object({
  trajectoryId: TrajectoryId,
  task: z.string(),
  outcome: JobOutcome.optional(),
  steps: z.int(),
  /** How many of the steps can be done again by what their elements are called. */
  replayableSteps: z.int(),
});

/** A job as a script. */
export const ScriptResponse = z.object({
  script: Script,
  /** Lines of the script that the job ran, as they are now. */
  healed: z.array(HealedLine),
  /** What of the job no script can do, one sentence each. */
  notes: z.array(z.string()),
});
