import { artifactLinker } from "#agent/runtime/artifact-links.ts";
import { findJob } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { PublicJob } from "#shared/contracts/api/responses/job-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { jobLinks, jobView, stepView } from "../jobs/job-view.ts";
import { answerText, eventText } from "./event-text.ts";
import { type JobPlace, openSteps, placeFrom, placeId, withStep } from "./job-place.ts";
import { SharedViews } from "./shared-views.ts";
import { streamResponse } from "./stream-response.ts";
import { versionDigest } from "./version-digest.ts";

/** How many new steps one response sends. */
const mostSteps = 100;
const pauseMilliseconds = 1_000;
/** Much less than the pause: what one reader has read is hardly older for the next. */
const goodForMilliseconds = 250;

interface Told<Value> {
  readonly value: Value;
  readonly digest: string;
  /** Created when there is a reader. */
  readonly data: () => Promise<unknown>;
}

interface JobNow {
  readonly job: Told<Job>;
  /** The last ones, in order. */
  readonly steps: readonly Told<Step>[];
}

const views = new SharedViews<JobNow>(500);

/** What is new since the reader's last event, and when to ask again: the answer is a whole stream, if a short one. */
export const jobEvents: RouteHandler<Routes["jobEvents"]> = async (
  { tenantId, parameters, headers },
  runtime,
) => {
  const { id: jobId } = parameters;
  const now = await views.view(`${tenantId}/${jobId}`, runtime.now().getTime(), goodForMilliseconds, () =>
    readJobNow(tenantId, jobId, runtime),
  );
  const place = placeFrom(headers["last-event-id"]);
  const steps = await stepsFor(place, now, runtime);
  const isWhole = (steps.at(-1)?.value.stepNumber ?? 0) >= (now.steps.at(-1)?.value.stepNumber ?? 0);
  const text = await textSince(place, { job: now.job, steps }, isWhole);
  return streamResponse(answerText(isWhole ? pauseMilliseconds : 0, text));
};

async function readJobNow(tenantId: TenantId, jobId: JobId, runtime: Runtime<"api">): Promise<JobNow> {
  const [job, latest] = await Promise.all([
    findJob(tenantId, jobId, runtime),
    runtime.repositories.steps.list(tenantId, jobId, { limit: openSteps, newestFirst: true }),
  ]);
  const view = await jobView(job, runtime);
  const linksTo = artifactLinker(tenantId, runtime);
  const { awaiting, waitingBecause, queue } = view;
  const shown = { ...PublicJob.parse(view), awaiting, waitingBecause, queue };
  const [newest] = latest.items;
  return {
    job: {
      value: job,
      digest: versionDigest(shown),
      data: once(async () => ({ ...shown, links: await jobLinks(job, newest, linksTo) })),
    },
    steps: latest.items.map((step) => toldStep(step, linksTo)).reverse(),
  };
}

function toldStep(step: Step, linksTo: ReturnType<typeof artifactLinker>): Told<Step> {
  const data = once(() => stepView(step, linksTo));
  return { value: step, digest: versionDigest(step), data };
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** The last ones, and for a reader who is further behind those that he has to have first. */
async function stepsFor(
  { first, steps }: JobPlace,
  now: JobNow,
  runtime: Runtime<"api">,
): Promise<readonly Told<Step>[]> {
  const next = first + steps.length;
  const [oldest] = now.steps;
  if (oldest === undefined || next >= oldest.value.stepNumber) return now.steps;
  const { tenantId, jobId } = now.job.value;
  const behind = await runtime.repositories.steps.some(tenantId, jobId, first, mostSteps);
  const linksTo = artifactLinker(tenantId, runtime);
  return behind.map((step) => toldStep(step, linksTo));
}

async function textSince(from: JobPlace, { job, steps }: JobNow, isWhole: boolean): Promise<string> {
  let place = from;
  let text = "";
  const tellJob = async (): Promise<void> => {
    if (place.job === job.digest) return;
    place = { ...place, count: place.count + 1, job: job.digest };
    text += eventText(placeId(place), "job", await job.data());
  };
  if (place.job === "") await tellJob();
  for (const { value, digest, data } of steps) {
    const { stepNumber } = value;
    if (stepNumber < place.first || place.steps[stepNumber - place.first] === digest) continue;
    place = withStep(place, stepNumber, digest);
    text += eventText(placeId(place), "step", await data());
  }
  if (!isWhole) return text;
  await tellJob();
  const { status, outcome } = job.value;
  if (status !== "finished") return text;
  return text + eventText(placeId({ ...place, count: place.count + 1 }), "end", { status, outcome });
}
