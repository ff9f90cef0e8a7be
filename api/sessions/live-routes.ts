import type { Runtime, Services } from "#agent/runtime/services.ts";
import { shortWords } from "#shared/actions/action-words.ts";
import type { LiveView } from "#shared/contracts/api/responses/live-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { LiveLink } from "#shared/contracts/session/live-link.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";
import { linkOf, noLink } from "./live-link.ts";
import { liveScreen } from "./live-screen.ts";

const mostSteps = 20;
/** Nothing that a page of it opens learns where it was. */
const headers = { "referrer-policy": "no-referrer" } as const;

export const watchLive: RouteHandler<Routes["watchLive"]> = async ({ headers: given }, runtime) => {
  const { link, job } = await watched(given.authorization, runtime);
  const steps = job.status === "finished" ? [] : await latestSteps(job, runtime);
  return new RouteResponse({ body: viewOf(job, link, steps), headers });
};

export const watchLiveScreen: RouteHandler<Routes["watchLiveScreen"]> = async (
  { headers: given },
  runtime,
) => {
  const { job } = await watched(given.authorization, runtime);
  if (job.status === "finished") throw new DroverError("JobFinished", "It has ended.");
  const { response } = await liveScreen(job, runtime);
  return new RouteResponse("whole" in response ? response : { ...response, headers });
};

/** Whose it is, is the link's to say: it was made by a token of that tenant. @throws NotFound */
async function watched(
  authorization: string | undefined,
  runtime: Runtime<"api">,
): Promise<{ readonly link: LiveLink; readonly job: Job }> {
  const link = await linkOf(authorization, runtime);
  const job = await runtime.repositories.jobs.get(link.tenantId, link.jobId);
  if (job === null) throw noLink();
  return { link, job };
}

async function latestSteps({ tenantId, jobId }: Job, { repositories }: Pick<Services, "repositories">) {
  const page = await repositories.steps.list(tenantId, jobId, { limit: mostSteps, newestFirst: true });
  return page.items;
}

function viewOf(job: Job, { expiresAt }: LiveLink, steps: readonly Step[]): LiveView {
  const { session, status, task, stepCount, startedAt, finishedAt } = job;
  return {
    kind: session === undefined ? "job" : "session",
    status: status === "queued" ? "waiting" : status === "running" ? "running" : "ended",
    ...defined({ task: session === undefined ? task : undefined, startedAt, finishedAt }),
    stepCount,
    expiresAt,
    steps: steps.map(({ stepNumber, predictedAt, chosenBy, thinking, actions }) => ({
      stepNumber,
      predictedAt,
      chosenBy,
      thinking,
      actions: actions.map(({ action, element, outcome }) => ({
        action,
        words: shortWords({ action, element }),
        ...defined({ element, outcome }),
      })),
    })),
  };
}
