import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from "@tanstack/react-router";
import { Frame } from "./frame/frame.tsx";
import { chunk } from "./frame/lost-chunk.tsx";
import { NoPage, PageFault, PagePending } from "./frame/page-states.tsx";
import { jobsSearch } from "./pages/jobs/jobs-search.ts";
import { parseSearch, stringifySearch, textSearch } from "./parts/search-params.ts";

const root = createRootRoute({ component: Frame, notFoundComponent: NoPage });
const under = () => root;

const index = createRoute({
  getParentRoute: under,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/jobs", replace: true });
  },
});

const jobs = createRoute({
  getParentRoute: under,
  path: "/jobs",
  validateSearch: jobsSearch,
  component: lazyRouteComponent(
    chunk(() => import("./pages/jobs/jobs-page.tsx")),
    "JobsPage",
  ),
});

const job = createRoute({
  getParentRoute: under,
  path: "/jobs/$jobId",
  validateSearch: textSearch("step", "tab"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/job/job-page.tsx")),
    "JobPage",
  ),
});

const batches = createRoute({
  getParentRoute: under,
  path: "/batches",
  validateSearch: textSearch("status", "sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/batches/batches-page.tsx")),
    "BatchesPage",
  ),
});

const batch = createRoute({
  getParentRoute: under,
  path: "/batches/$batchId",
  validateSearch: textSearch("outcome", "errorCode", "taskId", "variant", "view", "cause", "group", "sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/batch/batch-page.tsx")),
    "BatchPage",
  ),
});

const schedules = createRoute({
  getParentRoute: under,
  path: "/schedules",
  validateSearch: textSearch("name", "run", "sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/schedules/schedules-page.tsx")),
    "SchedulesPage",
  ),
});

const webhooks = createRoute({
  getParentRoute: under,
  path: "/webhooks",
  validateSearch: textSearch("webhook", "status", "event", "sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/webhooks/webhooks-page.tsx")),
    "WebhooksPage",
  ),
});

const tasks = createRoute({
  getParentRoute: under,
  path: "/tasks",
  validateSearch: textSearch("sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/tasks/tasks-page.tsx")),
    "TasksPage",
  ),
});

const errors = createRoute({
  getParentRoute: under,
  path: "/errors",
  validateSearch: textSearch("group", "code", "app", "deviceId", "hostId", "from", "to", "at", "sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/errors/errors-page.tsx")),
    "ErrorsPage",
  ),
});

const compare = createRoute({
  getParentRoute: under,
  path: "/compare",
  validateSearch: textSearch("jobs", "batches", "show", "at"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/compare/compare-page.tsx")),
    "ComparePage",
  ),
});

const devices = createRoute({
  getParentRoute: under,
  path: "/devices",
  validateSearch: textSearch("state", "hostId", "pool", "sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/devices/devices-page.tsx")),
    "DevicesPage",
  ),
});

const device = createRoute({
  getParentRoute: under,
  path: "/devices/$deviceId",
  validateSearch: textSearch("tab"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/device/device-page.tsx")),
    "DevicePage",
  ),
});

const farm = createRoute({
  getParentRoute: under,
  path: "/farm",
  validateSearch: textSearch("view", "sort"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/farm/farm-page.tsx")),
    "FarmPage",
  ),
});

const review = createRoute({
  getParentRoute: under,
  path: "/review",
  validateSearch: textSearch("job"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/review/review-page.tsx")),
    "ReviewPage",
  ),
});

const questions = createRoute({
  getParentRoute: under,
  path: "/questions",
  validateSearch: textSearch("status"),
  component: lazyRouteComponent(
    chunk(() => import("./pages/questions/questions-page.tsx")),
    "QuestionsPage",
  ),
});

const routeTree = root.addChildren([
  index,
  jobs,
  job,
  batches,
  batch,
  schedules,
  webhooks,
  tasks,
  errors,
  compare,
  devices,
  device,
  farm,
  review,
  questions,
]);

/** Every page by its address. The address is the state: what a page shows can be sent as a link. */
export const createConsoleRouter = () =>
  createRouter({
    routeTree,
    parseSearch,
    stringifySearch,
    defaultPreload: "intent",
    defaultPendingComponent: PagePending,
    defaultErrorComponent: PageFault,
    defaultNotFoundComponent: NoPage,
  });

declare module "@tanstack/react-router" {
  interface Register {
    readonly router: ReturnType<typeof createConsoleRouter>;
  }
}
