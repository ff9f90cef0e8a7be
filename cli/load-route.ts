import { routes as clientRoutes, type RouteName } from "@drover/client";
import type { Route } from "#shared/contracts/api/routes/route.ts";

type RouteFile = () => Promise<Readonly<Record<string, Route>>>;

/** Where to look first for a route of each tag. The contracts of all routes are thousands of schemas, which take longer than most commands. */
const files: Readonly<Record<Route["tag"], readonly RouteFile[]>> = {
  jobs: [
    async () => (await import("#shared/contracts/api/routes/job-routes.ts")).jobRoutes,
    async () => (await import("#shared/contracts/api/routes/steer-routes.ts")).steerRoutes,
    async () => (await import("#shared/contracts/api/routes/talk-routes.ts")).talkRoutes,
  ],
  sessions: [async () => (await import("#shared/contracts/api/routes/session-routes.ts")).sessionRoutes],
  batches: [async () => (await import("#shared/contracts/api/routes/batch-routes.ts")).batchRoutes],
  schedules: [async () => (await import("#shared/contracts/api/routes/schedule-routes.ts")).scheduleRoutes],
  devices: [
    async () => (await import("#shared/contracts/api/routes/snapshot-routes.ts")).snapshotRoutes,
    async () => (await import("#shared/contracts/api/routes/look-routes.ts")).lookRoutes,
    async () => (await import("#shared/contracts/api/routes/device-routes.ts")).deviceRoutes,
  ],
  pools: [async () => (await import("#shared/contracts/api/routes/pool-routes.ts")).poolRoutes],
  farm: [async () => (await import("#shared/contracts/api/routes/farm-routes.ts")).farmRoutes],
  secrets: [async () => (await import("#shared/contracts/api/routes/secret-routes.ts")).secretRoutes],
  webhooks: [async () => (await import("#shared/contracts/api/routes/webhook-routes.ts")).webhookRoutes],
  description: [],
};

/** The contract of a route, with as few others as can be. */
export async function loadRoute(name: RouteName): Promise<Route> {
  for (const load of files[clientRoutes[name].group]) {
    const route = (await load())[name];
    if (route !== undefined) return route;
  }
  return (await import("#shared/contracts/api/routes/routes.ts")).routes[name];
}
