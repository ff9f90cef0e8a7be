import * as z from "zod";
import { DeviceId, JobId } from "#shared/contracts/ids.ts";
import { Job, JobStatus } from "#shared/contracts/job.ts";
import { JobRequest } from "#shared/contracts/job-request.ts";
import { PageQuery } from "#shared/contracts/page.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { ActionResult, UIAction } from "#shared/contracts/protocol/ui-action.ts";
import { Trajectory } from "#shared/contracts/trajectory.ts";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import type { Scope } from "../runtime/caller.ts";
import { DevicePage, ErrorPage, JobAnswer, JobPage, StepPage } from "./answers.ts";

export interface RouteDefinition {
  readonly method: "GET" | "POST";
  readonly path: `/${string}`;
  /** What the caller's token must allow; null: anyone may ask, without a token. */
  readonly scope: Scope | null;
  readonly summary: string;
  /** An id in the path that does not fit is not found. */
  readonly parameters?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly status: number;
  readonly answer: z.ZodType;
  /** Beside InvalidRequest, Unauthorized, Forbidden and StorageUnavailable. */
  readonly problems: readonly ErrorCode[];
}

const job = z.strictObject({ id: JobId });
const device = z.strictObject({ id: DeviceId });
const none = z.strictObject({});

/** Printable ASCII, as a header can carry it. */
const IdempotencyKey = z
  .string()
  .regex(/^[\x21-\x7e]{1,200}$/, "must be 1 to 200 printable ASCII characters");

/** Every route of the public API; the router and the OpenAPI document read it. */
export const routes = {
  submitJob: {
    method: "POST",
    path: "/v1/jobs",
    scope: "jobs:write",
    summary: "Submit a job. With an Idempotency-Key, sending it again gives the same job.",
    query: none,
    headers: z.object({ "idempotency-key": IdempotencyKey.optional() }),
    body: JobRequest,
    status: 201,
    answer: JobAnswer,
    problems: ["PoolNotFound", "IdempotencyConflict"],
  },
  listJobs: {
    method: "GET",
    path: "/v1/jobs",
    scope: "jobs:read",
    summary: "Jobs, newest first.",
    query: PageQuery.extend({ status: JobStatus.optional() }),
    status: 200,
    answer: JobPage,
    problems: [],
  },
  readJob: {
    method: "GET",
    path: "/v1/jobs/{id}",
    scope: "jobs:read",
    summary: "A job, with links to its trajectory and its latest screen.",
    parameters: job,
    query: none,
    status: 200,
    answer: JobAnswer,
    problems: ["NotFound"],
  },
  cancelJob: {
    method: "POST",
    path: "/v1/jobs/{id}/cancel",
    scope: "jobs:write",
    summary: "Cancel a job: at once while it waits, at its next turn when it runs.",
    parameters: job,
    query: none,
    status: 200,
    answer: Job,
    problems: ["NotFound", "JobFinished"],
  },
  listSteps: {
    method: "GET",
    path: "/v1/jobs/{id}/steps",
    scope: "jobs:read",
    summary: "A job's steps, oldest first, with links to what was on the screen.",
    parameters: job,
    query: PageQuery,
    status: 200,
    answer: StepPage,
    problems: ["NotFound"],
  },
  readTrajectory: {
    method: "GET",
    path: "/v1/jobs/{id}/trajectory",
    scope: "jobs:read",
    summary:
      "All a finished job saw, thought and did. A very long one is answered by a redirect to its link.",
    parameters: job,
    query: none,
    status: 200,
    answer: Trajectory,
    problems: ["NotFound", "NotReady"],
  },
  listErrors: {
    method: "GET",
    path: "/v1/errors",
    scope: "jobs:read",
    summary: "Error snapshots of all jobs, newest first; with jobId, all of that job's on one page.",
    query: PageQuery.extend({ jobId: JobId.optional() }),
    status: 200,
    answer: ErrorPage,
    problems: [],
  },
  listDevices: {
    method: "GET",
    path: "/v1/devices",
    scope: "devices:read",
    summary: "Devices, by id.",
    query: PageQuery,
    status: 200,
    answer: DevicePage,
    problems: [],
  },
  readUiTree: {
    method: "GET",
    path: "/v1/device/{id}/ui-tree",
    scope: "devices:read",
    summary: "What is on a device's screen now, as elements.",
    parameters: device,
    query: none,
    status: 200,
    answer: SemanticUITree,
    problems: ["NotFound", "DeviceBusy", "HostTimeout"],
  },
  executeAction: {
    method: "POST",
    path: "/v1/device/{id}/execute",
    scope: "devices:write",
    summary: "Do one action on a device that no job holds.",
    parameters: device,
    query: none,
    body: UIAction,
    status: 200,
    answer: ActionResult,
    problems: ["NotFound", "DeviceBusy", "HostTimeout"],
  },
  readOpenapi: {
    method: "GET",
    path: "/openapi.json",
    scope: null,
    summary: "This API as OpenAPI 3.1.",
    status: 200,
    answer: z.looseObject({ openapi: z.string() }),
    problems: [],
  },
} as const satisfies Record<string, RouteDefinition>;
export type Routes = typeof routes;
export type RouteName = keyof Routes;
