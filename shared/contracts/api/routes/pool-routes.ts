import * as z from "zod";
import { PoolName } from "../../values/ids.ts";
import { PageQuery } from "../../values/page.ts";
import { MadePool, PoolDetails, PoolPage, PoolRequest, PoolResponse } from "../responses/pool-response.ts";
import type { Route } from "./route.ts";
import { none } from "./route-parts.ts";

const pool = z.strictObject({ name: PoolName });

/** Pools, which are made before a host can serve them. */
export const poolRoutes = {
  createPool: {
    method: "POST",
    path: "/v1/pools",
    scope: "farm:write",
    tag: "pools",
    summary: "Create a pool with its queues, or adopt existing queues; an existing pool does not change.",
    query: none,
    body: PoolRequest,
    status: 200,
    response: MadePool,
    problems: ["PoolRefused", "LimitReached"],
  },
  listPools: {
    method: "GET",
    path: "/v1/pools",
    scope: "devices:read",
    tag: "pools",
    summary: "Pools, by name.",
    query: PageQuery,
    status: 200,
    response: PoolPage,
    problems: [],
  },
  readPool: {
    method: "GET",
    path: "/v1/pools/{name}",
    scope: "devices:read",
    tag: "pools",
    summary: "A pool, the number of jobs that wait in it, and the hosts that serve it.",
    parameters: pool,
    query: none,
    status: 200,
    response: PoolDetails,
    problems: ["NotFound"],
  },
  removePool: {
    method: "DELETE",
    path: "/v1/pools/{name}",
    scope: "farm:write",
    tag: "pools",
    summary: "Remove a pool that no host serves and in which no job waits, with its queues.",
    parameters: pool,
    query: none,
    status: 200,
    response: PoolResponse,
    problems: ["NotFound", "PoolRefused"],
  },
} as const satisfies Record<string, Route>;
