import * as z from "zod";
import { SnapshotId } from "../device/snapshot.ts";
import { JobId, Timestamp, TrajectoryId } from "../values/ids.ts";
import { Script, ScriptLine, ScriptParameters } from "./script.ts";

const origin = { jobId: JobId.optional(), trajectoryId: TrajectoryId.optional() };
interface Origin {
  readonly jobId?: unknown;
  readonly trajectoryId?: unknown;
}
const oneOrigin = ({ jobId, trajectoryId }: Origin): boolean =>
  (jobId === undefined) !== (trajectoryId === undefined);
const oneOriginMessage = { error: "give exactly one of 'jobId' and 'trajectoryId'", path: ["jobId"] };

/** A step of the job that it comes from. */
const ForkStep = z.int().min(1).max(9_999);

/** Does the lines of a script; a model is asked only for a line whose element is not found, and only with `heal`. */
export const ScriptSource = z.strictObject({
  kind: z.literal("script"),
  script: Script,
  parameters: ScriptParameters.default({}),
  heal: z.boolean().default(true),
});

/** What a job does before a model is asked, or instead (docs/trajectories.md). */
export const JobSourceRequest = z.discriminatedUnion("kind", [
  /** Does the recorded steps again, with checks, and continues with the model from there. */
  z.strictObject({ kind: z.literal("resume"), ...origin }).refine(oneOrigin, oneOriginMessage),
  /** Does them again and nothing else; no model is asked. */
  z.strictObject({ kind: z.literal("replay"), ...origin }).refine(oneOrigin, oneOriginMessage),
  /** Does those up to `at` again, exactly, and continues with the model from there. */
  z.strictObject({ kind: z.literal("fork"), ...origin, at: ForkStep }).refine(oneOrigin, oneOriginMessage),
  ScriptSource,
]);
export type JobSourceRequest = z.infer<typeof JobSourceRequest>;

/** The same, as a job keeps it: what is to be done lies beside the job. */
export const JobSource = z
  .strictObject({
    kind: z.enum(["resume", "replay", "fork", "script"]),
    jobId: JobId.optional(),
    trajectoryId: TrajectoryId.optional(),
    /** Of a fork: the last step that is done again. */
    at: ForkStep.optional(),
    /** Of a fork: the device as it was after that step. The job goes back to it, and does steps again only where it cannot. */
    snapshotId: SnapshotId.optional(),
    /** How many steps or lines are to be done again. */
    steps: z.int().min(0),
    heal: z.boolean().optional(),
    /** What the script's placeholders stood for. */
    parameters: ScriptParameters.optional(),
  })
  .meta({ id: "JobSource" });
export type JobSource = z.infer<typeof JobSource>;

/** Where what is done again first went another way than it did then. */
export const Divergence = z
  .strictObject({
    /** The recorded step, or the script's line, that could not be done. */
    step: z.int().min(1),
    /** The step of this job that would have done it. */
    stepNumber: z.int().min(1),
    action: z.string().max(500),
    expected: z.string().max(1_000),
    found: z.string().max(1_000),
    at: Timestamp,
  })
  .meta({ id: "Divergence" });
export type Divergence = z.infer<typeof Divergence>;

/** A script's line whose element was found by a model, and what it is now. */
export const HealedLine = z
  .strictObject({ line: z.int().min(1), was: ScriptLine, now: ScriptLine })
  .meta({ id: "HealedLine" });
export type HealedLine = z.infer<typeof HealedLine>;
