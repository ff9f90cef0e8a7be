import type { Bundle, BundledJob } from "#shared/contracts/bundle.ts";
import {
  type BundleDifference,
  farmDifferences,
  jobDifferences,
} from "#shared/domain/bundle/bundle-differences.ts";
import { bundledJob } from "#shared/domain/bundle/bundled-job.ts";
import { inParallel } from "#shared/domain/in-parallel.ts";
import { sourcedRequest } from "#shared/domain/sourced-request.ts";
import type { ApiClient } from "../api-client.ts";
import { CommandFailure } from "../command-failure.ts";
import { exitCodes } from "../exit-codes.ts";
import { progress } from "../terminal.ts";
import { watchJob } from "../watch-job.ts";
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
  { replay, signal }: { readonly replay: boolean; readonly signal: AbortSignal },
): Promise<BundleRun> {
  const { bundle } = opened;
  const submitted: { bundled: BundledJob; jobId: string }[] = [];
  const asking = bundle.jobs.filter(waitsForPeople).length;
  if (asking > 0) progress(peopleLine(asking, bundle.jobs.length));
  for (const bundled of bundle.jobs) {
    const body = replay ? await replayRequest(bundled, opened, api) : bundled.request;
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
  `${asking} of ${all} jobs may wait for your yes or your answer, as they did then: 'drover answer' lists what is asked and answers`;

async function replayRequest({ jobId }: BundledJob, { run }: OpenBundle, api: ApiClient) {
  const trajectory = await run.trajectory(jobId);
  if (trajectory === null)
    throw new CommandFailure(exitCodes.usage, `Job ${jobId} has no trajectory in the bundle.`, []);
  const { trajectoryId } = await api.uploadTrajectory(trajectory);
  return sourcedRequest(trajectory.job, { kind: "replay", trajectoryId }, {});
}
