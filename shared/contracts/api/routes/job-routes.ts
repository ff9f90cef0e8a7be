import { voiceBodyKilobytes } from "../../job/voice.ts";
import { JudgeAgainRequest } from "../../judging/judging.ts";
import { PageQuery, pageOf } from "../../values/page.ts";
import { AskAgainRequest, AskedAgain } from "../ask-again.ts";
import { DebugQuery, DebugRecords } from "../debug-records.ts";
import { ErrorGroupQuery, ErrorGroups, ErrorQuery } from "../error-groups.ts";
import { JobQuery } from "../job-filter.ts";
import { MobileTaskRequest, MobileTaskResult } from "../mobile-task.ts";
import { PrunedJobs, PruneRequest, RemovedJob } from "../prune.ts";
import { ErrorPage } from "../responses/error-response.ts";
import { JobPage, JobResponse, PublicJob, SubmittedJob } from "../responses/job-response.ts";
import { PublicJudgement } from "../responses/judgement-response.ts";
import { PlanList } from "../responses/plan-response.ts";
import { StepPage } from "../responses/step-response.ts";
import { SpokenRequest } from "../spoken-request.ts";
import { JobTimeline } from "../timeline.ts";
import { Trajectory } from "../trajectory.ts";
import type { Route } from "./route.ts";
import { job, none, tracedSubmission } from "./route-parts.ts";

/** Jobs, their steps and findings. */
export const jobRoutes = {
  submitJob: {
    method: "POST",
    path: "/v1/jobs",
    scope: "jobs:write",
    tag: "jobs",
    summary: "Submit a job. With an Idempotency-Key, sending the request again returns the same job.",
    query: none,
    headers: tracedSubmission,
    body: SpokenRequest,
    bodyKilobytes: voiceBodyKilobytes,
    largeField: "voice",
    status: 201,
    response: SubmittedJob,
    problems: ["PoolNotFound", "IdempotencyConflict", "FarmStopped", "QuotaExceeded"],
  },
  runTask: {
    method: "POST",
    path: "/v1/tasks",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Run a task in the words of the protocol and wait for its end, 24 s at most. If it takes longer, it is running; send the same request again to keep waiting.",
    query: none,
    body: MobileTaskRequest,
    bodyKilobytes: voiceBodyKilobytes,
    largeField: "voice",
    status: 200,
    response: MobileTaskResult,
    problems: ["PoolNotFound", "IdempotencyConflict", "FarmStopped", "QuotaExceeded"],
  },
  listJobs: {
    method: "GET",
    path: "/v1/jobs",
    revalidates: true,
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "Jobs, newest first or sorted, optionally of a time range. With a filter each job has to be read, 500 at most: a page may have fewer items than its limit and still a nextCursor. With `text` or `sort` all jobs are searched; more than 20,000 jobs are refused instead of sorted.",
    query: JobQuery,
    status: 200,
    response: JobPage,
    problems: [],
  },
  readJob: {
    method: "GET",
    path: "/v1/jobs/{id}",
    revalidates: true,
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "A job, with links to its trajectory, its latest screen and its recordings (`recording-<epoch>`, `captions-<epoch>`, `chapters-<epoch>`, `timeline-<epoch>`) and its apps' logs (`log-<epoch>`).",
    parameters: job,
    query: none,
    status: 200,
    response: JobResponse,
    problems: ["NotFound"],
  },
  cancelJob: {
    method: "POST",
    path: "/v1/jobs/{id}/cancel",
    scope: "jobs:write",
    tag: "jobs",
    summary: "Cancel a job: at once while it waits, at its next turn when it runs.",
    parameters: job,
    query: none,
    status: 200,
    response: PublicJob,
    problems: ["NotFound", "JobFinished"],
  },
  removeJob: {
    method: "DELETE",
    path: "/v1/jobs/{id}",
    scope: "jobs:write",
    tag: "jobs",
    summary: "Remove an ended job permanently, with its steps and all its artifacts.",
    parameters: job,
    query: none,
    status: 200,
    response: RemovedJob,
    problems: ["NotFound", "NotReady"],
  },
  pruneJobs: {
    method: "POST",
    path: "/v1/jobs/prune",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Remove jobs that ended before a time, the oldest first, some at a time: repeat with the nextCursor until there is none.",
    query: none,
    body: PruneRequest,
    status: 200,
    response: PrunedJobs,
    problems: [],
  },
  listSteps: {
    method: "GET",
    path: "/v1/jobs/{id}/steps",
    revalidates: true,
    scope: "jobs:read",
    tag: "jobs",
    summary: "A job's steps, oldest first, with links to their screens.",
    parameters: job,
    query: PageQuery,
    status: 200,
    response: StepPage,
    problems: ["NotFound"],
  },
  jobTimeline: {
    method: "GET",
    path: "/v1/jobs/{id}/timeline",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "Where a job's wall time went, without a gap, and what happened to it: leases, retries, lost hosts, other devices, recoveries.",
    parameters: job,
    query: none,
    status: 200,
    response: JobTimeline,
    problems: ["NotFound"],
  },
  listPlans: {
    method: "GET",
    path: "/v1/jobs/{id}/plans",
    scope: "jobs:read",
    tag: "jobs",
    summary: "A job's plans in order: when and why each was requested, its approaches, and its result.",
    parameters: job,
    query: none,
    status: 200,
    response: PlanList,
    problems: ["NotFound"],
  },
  readTrajectory: {
    method: "GET",
    path: "/v1/jobs/{id}/trajectory",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "Everything a finished job saw, reasoned and did. For a very long one the response is a redirect to its link.",
    parameters: job,
    query: none,
    status: 200,
    response: Trajectory,
    problems: ["NotFound", "NotReady"],
  },
  listDebugRecords: {
    method: "GET",
    path: "/v1/jobs/{id}/debug",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "The prompts and replies of each model of the job, redacted, by step; with `debug` also every ADB command and each state's input.",
    parameters: job,
    query: DebugQuery,
    status: 200,
    response: DebugRecords,
    problems: ["NotFound"],
  },
  askAgain: {
    method: "POST",
    path: "/v1/jobs/{id}/ask-again",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Send a stored prompt of a job to its role's model again, with other texts where they are given. It counts as a call of the job, within its limits; it changes neither a device nor the job.",
    parameters: job,
    query: none,
    body: AskAgainRequest,
    status: 200,
    response: AskedAgain,
    problems: [
      "NotFound",
      "BudgetExhausted",
      "AllowanceUsed",
      "ConfigurationInvalid",
      "ModelTimeout",
      "ModelOverloaded",
      "ModelUnavailable",
      "ModelRejected",
    ],
  },
  judgeJobAgain: {
    method: "POST",
    path: "/v1/jobs/{id}/judge",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Judge a job again without its device, from the stored evidence: by its own checks or by others. Its first verdict does not change.",
    parameters: job,
    query: none,
    body: JudgeAgainRequest,
    status: 200,
    response: PublicJudgement,
    problems: ["NotFound", "NotReady"],
  },
  listJudgements: {
    method: "GET",
    path: "/v1/jobs/{id}/judgements",
    scope: "jobs:read",
    tag: "jobs",
    summary: "Later verdicts on a job, newest first.",
    parameters: job,
    query: PageQuery,
    status: 200,
    response: pageOf(PublicJudgement),
    problems: ["NotFound"],
  },
  listErrors: {
    method: "GET",
    path: "/v1/errors",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "Error snapshots of all jobs, or of one with jobId, newest first. With a filter 500 are read for a page, which may have fewer items than its limit and still a nextCursor.",
    query: ErrorQuery,
    status: 200,
    response: ErrorPage,
    problems: [],
  },
  listErrorGroups: {
    method: "GET",
    path: "/v1/errors/groups",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "Groups of similar errors, by code and screen: how many, since when, and on which apps, devices and hosts.",
    query: ErrorGroupQuery,
    status: 200,
    response: ErrorGroups,
    problems: [],
  },
} as const satisfies Record<string, Route>;
