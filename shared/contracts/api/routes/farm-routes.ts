import { FarmResponse, StopRequest } from "../responses/farm-response.ts";
import { ModelsResponse } from "../responses/models-response.ts";
import { QuotaResponse } from "../responses/quota-response.ts";
import { Spending, SpendingQuery } from "../spending.ts";
import type { Route } from "./route.ts";
import { none } from "./route-parts.ts";

/** The farm as a whole, and the switch that stops it. */
export const farmRoutes = {
  readFarm: {
    method: "GET",
    path: "/v1/farm",
    scope: "jobs:read",
    tag: "farm",
    summary: "Whether jobs are accepted, and when and why all were last stopped.",
    query: none,
    status: 200,
    response: FarmResponse,
    problems: [],
  },
  readSpending: {
    method: "GET",
    path: "/v1/spending",
    scope: "jobs:read",
    tag: "farm",
    summary: "The cost of models for the jobs of a day.",
    query: SpendingQuery,
    status: 200,
    response: Spending,
    problems: [],
  },
  readQuota: {
    method: "GET",
    path: "/v1/quota",
    scope: "jobs:read",
    tag: "farm",
    summary:
      "How many jobs the tenant may have waiting, running and submitted in a minute, and how many it has.",
    query: none,
    status: 200,
    response: QuotaResponse,
    problems: [],
  },
  readModels: {
    method: "GET",
    path: "/v1/models",
    scope: "jobs:read",
    tag: "farm",
    summary: "The default model of each role, and the prices of the known models.",
    query: none,
    status: 200,
    response: ModelsResponse,
    problems: [],
  },
  stopFarm: {
    method: "POST",
    path: "/v1/farm/stop",
    scope: "farm:write",
    tag: "farm",
    summary:
      "Stop every job: running jobs are cancelled at their next turn; until the farm is resumed no model is called and no job is accepted.",
    query: none,
    body: StopRequest,
    status: 200,
    response: FarmResponse,
    problems: [],
  },
  resumeFarm: {
    method: "POST",
    path: "/v1/farm/resume",
    scope: "farm:write",
    tag: "farm",
    summary: "Accept jobs again. Jobs from before the stop do not continue.",
    query: none,
    status: 200,
    response: FarmResponse,
    problems: [],
  },
} as const satisfies Record<string, Route>;
