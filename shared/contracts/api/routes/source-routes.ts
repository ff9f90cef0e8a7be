import { SubmittedJob } from "../responses/job-response.ts";
import { ForkRequest, ScriptResponse, SourceChanges, UploadedTrajectory } from "../source-requests.ts";
import { Trajectory } from "../trajectory.ts";
import type { Route } from "./route.ts";
import { idempotency, job, none } from "./route-parts.ts";

const jobAgain = {
  method: "POST",
  scope: "jobs:write",
  tag: "jobs",
  parameters: job,
  query: none,
  headers: idempotency,
  status: 201,
  response: SubmittedJob,
  problems: ["NotFound", "NotReady", "PoolNotFound", "IdempotencyConflict", "FarmStopped", "QuotaExceeded"],
} as const;

/** Jobs that do again what another one did (docs/trajectories.md). */
export const sourceRoutes = {
  resumeJob: {
    ...jobAgain,
    path: "/v1/jobs/{id}/resume",
    summary:
      "Continue a paused job; or continue an ended one where it stopped, as a new job on another device: its steps are repeated, then its model takes over.",
    body: SourceChanges,
  },
  replayJob: {
    ...jobAgain,
    path: "/v1/jobs/{id}/replay",
    summary: "Repeat an ended job's steps without a model, and report where they first diverge.",
    body: SourceChanges,
  },
  forkJob: {
    ...jobAgain,
    path: "/v1/jobs/{id}/fork",
    summary:
      "Repeat an ended job's steps up to one of them, and continue from there with this or another model.",
    body: ForkRequest,
  },
  retryJob: {
    ...jobAgain,
    path: "/v1/jobs/{id}/retry",
    summary: "Submit an ended job's request again, as a new job that names it in `retryOf`.",
  },
  readScript: {
    method: "GET",
    path: "/v1/jobs/{id}/script",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "An ended job as a script that runs without a model; for a job that ran a script, the script with its healed lines.",
    parameters: job,
    query: none,
    status: 200,
    response: ScriptResponse,
    problems: ["NotFound", "NotReady"],
  },
  uploadTrajectory: {
    method: "POST",
    path: "/v1/trajectories",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Store an exported trajectory, for example of another farm, so that jobs can be made from it. At most 5 MB.",
    query: none,
    body: Trajectory,
    bodyKilobytes: 5_000,
    status: 201,
    response: UploadedTrajectory,
    problems: [],
  },
} as const satisfies Record<string, Route>;
