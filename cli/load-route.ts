import { routes as clientRoutes, type RouteName } from "@drover/client";
import type { Route } from "#shared/contracts/api/routes/route.ts";

type RouteFile = () => Promise<Readonly<Record<string, Route>>>;

const jobs: RouteFile = async () => (await import("#shared/contracts/api/routes/job-routes.ts")).jobRoutes;
const talk: RouteFile = async () => (await import("#shared/contracts/api/routes/talk-routes.ts")).talkRoutes;
const steer: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/steer-routes.ts")).steerRoutes;
const sessions: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/session-routes.ts")).sessionRoutes;
const batches: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/batch-routes.ts")).batchRoutes;
const schedules: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/schedule-routes.ts")).scheduleRoutes;
const devices: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/device-routes.ts")).deviceRoutes;
const looks: RouteFile = async () => (await import("#shared/contracts/api/routes/look-routes.ts")).lookRoutes;
const snapshots: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/snapshot-routes.ts")).snapshotRoutes;
const pools: RouteFile = async () => (await import("#shared/contracts/api/routes/pool-routes.ts")).poolRoutes;
const farm: RouteFile = async () => (await import("#shared/contracts/api/routes/farm-routes.ts")).farmRoutes;
const secrets: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/secret-routes.ts")).secretRoutes;
const webhooks: RouteFile = async () =>
  (await import("#shared/contracts/api/routes/webhook-routes.ts")).webhookRoutes;

/** Where to look first for a route of each tag. The contracts of all routes are thousands of schemas, which take longer than most commands. */
const files: Readonly<Record<Route["tag"], readonly RouteFile[]>> = {
  jobs: [jobs, steer, talk],
  sessions: [sessions],
  batches: [batches],
  schedules: [schedules],
  devices: [snapshots, looks, devices],
  pools: [pools],
  farm: [farm],
  secrets: [secrets],
  webhooks: [webhooks],
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
