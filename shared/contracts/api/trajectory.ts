import * as z from "zod";
import { ScreenFacts } from "../agent/selector.ts";
import { Plan } from "../job/plan.ts";
import { Question } from "../job/question.ts";
import { RoleBoard } from "../job/role-board.ts";
import { Recovery } from "../recovery/recovery.ts";
import { ErrorSnapshot } from "../step/error-snapshot.ts";
import { RecordedAction } from "../step/recording.ts";
import { latestStepForm, Step } from "../step/step.ts";
import { Timestamp } from "../values/ids.ts";
import { JsonValue } from "../values/json-value.ts";
import { PublicJob } from "./responses/job-response.ts";

/** What it takes to do a step again on another device: by what its elements are called, not by where they were. */
export const ReplayFacts = z
  .strictObject({
    actions: z.array(RecordedAction),
    before: ScreenFacts,
    /** Absent: the screen after it was not seen. */
    after: ScreenFacts.optional(),
  })
  .meta({ id: "ReplayFacts" });
export type ReplayFacts = z.infer<typeof ReplayFacts>;

export const TrajectoryStep = Step.extend({
  /** Absent in trajectories of version 1. */
  replay: ReplayFacts.optional(),
}).meta({ id: "TrajectoryStep" });
export type TrajectoryStep = z.infer<typeof TrajectoryStep>;

export const LatestTrajectory = z
  .strictObject({
    schemaVersion: z.literal(2),
    exportedAt: Timestamp,
    job: PublicJob,
    steps: z.array(z.preprocess(latestStepForm, TrajectoryStep)),
    errors: z.array(ErrorSnapshot),
    /** Messages of planner, recovery and people. */
    plans: z.array(Plan).default([]),
    recoveries: z.array(Recovery).default([]),
    questions: z.array(Question).default([]),
    /** Of a job with roles: their final states and messages. */
    board: RoleBoard.optional(),
    /** The parts of a workflow, each with its job. */
    subtasks: z.array(z.record(z.string(), JsonValue)).optional(),
    completeness: z.strictObject({
      complete: z.boolean(),
      /** One sentence for each thing that is missing. */
      missing: z.array(z.string()),
    }),
  })
  .meta({ id: "TrajectoryVersion2" });

/** Of version 1, which had no `replay` and none of the parts beside the loop. */
function latestForm(stored: unknown): unknown {
  if (typeof stored !== "object" || stored === null || !("schemaVersion" in stored)) return stored;
  return stored.schemaVersion === 1 ? { ...stored, schemaVersion: 2 } : stored;
}

/**
 * Everything a job saw and did, fit to be done again (docs/spec.md I7.2, I7.3), of any version that was ever stored. Stored as
 * `trajectory.json` when the job ends; docs/trajectory.schema.json describes the latest version.
 */
export const Trajectory = z.preprocess(latestForm, LatestTrajectory).meta({ id: "Trajectory" });
export type Trajectory = z.infer<typeof Trajectory>;
