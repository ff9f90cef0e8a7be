import * as z from "zod";
import { RecoveryRequest } from "../../recovery/recovery-request.ts";
import {
  RecoveryIdParameter,
  RecoveryMetricsQuery,
  RecoveryMetricsResponse,
  RecoveryPage,
  RecoveryQuery,
  RecoveryResponse,
} from "../responses/recovery-response.ts";
import type { Route } from "./route.ts";
import { idempotency, none } from "./route-parts.ts";

/** Recovery from exceptions of anybody's automation (docs/recovery.md). */
export const recoveryRoutes = {
  submitRecovery: {
    method: "POST",
    path: "/v1/recoveries",
    scope: "jobs:write",
    tag: "jobs",
    summary:
      "Recover from an exception of your own automation: on the device where it was raised, or, from a screen that you send, as a plan.",
    query: none,
    headers: idempotency,
    body: RecoveryRequest,
    bodyKilobytes: 5_500,
    status: 201,
    response: RecoveryResponse,
    problems: ["PoolNotFound", "IdempotencyConflict", "FarmStopped", "QuotaExceeded", "DeviceBusy"],
  },
  listRecoveries: {
    method: "GET",
    path: "/v1/recoveries",
    scope: "jobs:read",
    tag: "jobs",
    summary: "Recoveries, newest first, including those inside jobs; optionally within a time range.",
    query: RecoveryQuery,
    status: 200,
    response: RecoveryPage,
    problems: [],
  },
  readRecoveryMetrics: {
    method: "GET",
    path: "/v1/recoveries/metrics",
    scope: "jobs:read",
    tag: "jobs",
    summary:
      "Metrics of recoveries that started within a time range: success rate, time, replans, accuracy, efficiency.",
    query: RecoveryMetricsQuery,
    status: 200,
    response: RecoveryMetricsResponse,
    problems: [],
  },
  readRecovery: {
    method: "GET",
    path: "/v1/recoveries/{id}",
    scope: "jobs:read",
    tag: "jobs",
    summary: "A recovery: whether and how the app recovered, with every message of planner and actor.",
    parameters: z.strictObject({ id: RecoveryIdParameter }),
    query: none,
    status: 200,
    response: RecoveryResponse,
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
