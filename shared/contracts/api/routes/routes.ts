import * as z from "zod";
import { SchemaFile } from "../schema-file.ts";
import { batchLookRoutes } from "./batch-look-routes.ts";
import { batchRoutes } from "./batch-routes.ts";
import { deviceRoutes } from "./device-routes.ts";
import { eventRoutes } from "./event-routes.ts";
import { exportRoutes } from "./export-routes.ts";
import { farmRoutes } from "./farm-routes.ts";
import { forecastRoutes } from "./forecast-routes.ts";
import { jobRoutes } from "./job-routes.ts";
import { liveRoutes } from "./live-routes.ts";
import { lookRoutes } from "./look-routes.ts";
import { poolRoutes } from "./pool-routes.ts";
import { recoveryRoutes } from "./recovery-routes.ts";
import { reviewRoutes } from "./review-routes.ts";
import type { Route } from "./route.ts";
import { scheduleRoutes } from "./schedule-routes.ts";
import { secretRoutes } from "./secret-routes.ts";
import { sessionRoutes } from "./session-routes.ts";
import { snapshotRoutes } from "./snapshot-routes.ts";
import { sourceRoutes } from "./source-routes.ts";
import { steerRoutes } from "./steer-routes.ts";
import { talkRoutes } from "./talk-routes.ts";
import { turnRoutes } from "./turn-routes.ts";
import { webhookRoutes } from "./webhook-routes.ts";

/** Every route of the public API. */
export const routes = {
  ...jobRoutes,
  ...sourceRoutes,
  ...exportRoutes,
  ...batchRoutes,
  ...batchLookRoutes,
  ...forecastRoutes,
  ...scheduleRoutes,
  ...eventRoutes,
  ...deviceRoutes,
  ...lookRoutes,
  ...snapshotRoutes,
  ...poolRoutes,
  ...talkRoutes,
  ...steerRoutes,
  ...sessionRoutes,
  ...liveRoutes,
  ...turnRoutes,
  ...reviewRoutes,
  ...recoveryRoutes,
  ...secretRoutes,
  ...webhookRoutes,
  ...farmRoutes,
  readOpenapi: {
    method: "GET",
    path: "/openapi.json",
    scope: null,
    tag: "description",
    summary: "This API as OpenAPI 3.1.",
    status: 200,
    response: z.looseObject({ openapi: z.string() }),
    problems: [],
  },
  readSchema: {
    method: "GET",
    path: "/v1/schemas/{file}",
    scope: null,
    tag: "description",
    summary: "The JSON Schema of a file that a farm reads or writes, for example tasks-file.schema.json.",
    parameters: z.strictObject({ file: SchemaFile }),
    status: 200,
    response: z.looseObject({ title: z.string() }),
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
export type Routes = typeof routes;
export type RouteName = keyof Routes;

/**
 * Asked for without a token, by HEAD where by GET. All others go to the `api` function by one `$default` route behind the JWT
 * authorizer.
 */
export const publicRoutes = Object.values<Route>(routes)
  .filter(({ scope }) => scope === null)
  .flatMap(({ method, path, bearer }) => [
    { method, path, bearer },
    ...(method === "GET" ? [{ method: "HEAD" as const, path, bearer }] : []),
  ]);
