import * as z from "zod";

/** The states of state-machines/job.asl.json, by their names there. */
export const JobState = z.enum([
  "PrepareJob",
  "AcquireDevice",
  "SetUpDevice",
  "PredictAction",
  "RouteAction",
  "WaitForModel",
  "GiveBackDevice",
  "PerformAction",
  "VerifyStep",
  "JudgeOutcome",
  "ReleaseDevice",
  "FinishJob",
  "MapError",
  "RouteError",
  "JobUnfinished",
]);
export type JobState = z.infer<typeof JobState>;
