import type { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { Bundle, BundledJob } from "#shared/contracts/result/bundle.ts";
import type { JobSourceRequest } from "#shared/contracts/step/job-source.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { sourcedRequest } from "#shared/rules/sourced-request.ts";
import { inParallel } from "#shared/values/in-parallel.ts";
import type { ApiClient } from "../api-client.ts";
import { watchJob } from "../follow/watch-job.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { progress } from "../terminal/terminal.ts";
import { agreeTo } from "./bundle-asks.ts";
import { type BundleDifference, farmDifferences, jobDifferences } from "./bundle-differences.ts";
import { bundledJob } from "./bundled-job.ts";
import type { OpenBundle } from "./open-bundle.ts";
import { thisDrover } from "./recipe-of.ts";

const watchedAtOnce = 20;

export interface Repetition {
  readonly jobId: string;
  /** The job that repeated it. */
  readonly repeatedBy: string;
  readonly differences: readonly BundleDifference[];
}

export interface BundleRun {
  readonly farm: readonly BundleDifference[];
  readonly jobs: readonly Repetition[];
}

/** Repeats each job of the bundle on this farm, all at once, as its pool allows; `replay`: its actions, without asking a model. */
export async function runBundle(
  opened: OpenBundle,
  api: ApiClient,
  {
    replay,
    trust,
    signal,
  }: { readonly replay: boolean; readonly trust: boolean; readonly signal: AbortSignal },
): Promise<BundleRun> {
  const { bundle } = opened;
  const submitted: { bundled: BundledJob; jobId: string }[] = [];
  const asked: { bundled: BundledJob; request: JobRequest }[] = [];
  for (const bundled of bundle.jobs)
    asked.push({ bundled, request: replay ? await replayRequest(bundled, opened) : bundled.request });
  const { policy = resolvePolicy() } = await api.farm();
  const agreed = await agreeTo(
    asked.map(({ request }) => request),
    policy,
    trust,
  );
  const asking = bundle.jobs.filter(waitsForPeople).length;
  if (asking > 0) progress(peopleLine(asking, bundle.jobs.length));
  for (const { bundled, request } of asked) {
    const granted = agreed ? request : withinFarm(request);
    const body = replay ? { ...granted, source: await uploaded(bundled, opened, api) } : granted;
    submitted.push({ bundled, jobId: (await api.submit(body)).jobId });
  }
  // Side by side: one that waits for a person says so although others run.
  const jobs = await inParallel(submitted, watchedAtOnce, async ({ bundled, jobId }): Promise<Repetition> => {
    await watchJob(api, jobId, signal);
    const now = bundledJob(await api.trajectory(jobId));
    const differences = now === null ? [] : jobDifferences(bundled, now);
    return { jobId: bundled.jobId, repeatedBy: jobId, differences };
  });
  return {
    farm: farmDifferences(bundle, thisDrover() satisfies Pick<Bundle, "generator" | "prompts">),
    jobs,
  };
}

/** A yes or an answer of then is not taken for one of now: a bundle may be a stranger's. */
const waitsForPeople = ({ request }: BundledJob): boolean =>
  request.policy?.approve !== undefined || (request.questions !== undefined && request.user === undefined);

const peopleLine = (asking: number, all: number): string =>
  `${asking} of ${all} jobs may wait for your approval or answer, as they did before: 'drover answer' lists and answers the questions`;

/** The farm's own policy, and nothing that the bundle's forbids. */
const withinFarm = ({ policy: { most: _, ...most }, ...request }: JobRequest): JobRequest => ({
  ...request,
  policy: { most },
});

async function trajectoryOf({ jobId }: BundledJob, { run }: OpenBundle) {
  const trajectory = await run.trajectory(jobId);
  if (trajectory !== null) return trajectory;
  throw new CommandFailure(exitCodes.usage, `Job ${jobId} has no trajectory in the bundle.`, []);
}

/** As its trajectory says: that is not what the bundle says of it. The source follows when it is uploaded. */
const replayRequest = async (bundled: BundledJob, opened: OpenBundle): Promise<JobRequest> =>
  sourcedRequest((await trajectoryOf(bundled, opened)).job, { kind: "replay", jobId: bundled.jobId }, {});

async function uploaded(bundled: BundledJob, opened: OpenBundle, api: ApiClient): Promise<JobSourceRequest> {
  const { trajectoryId } = await api.uploadTrajectory(await trajectoryOf(bundled, opened));
  return { kind: "replay", trajectoryId };
}
