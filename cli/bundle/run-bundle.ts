import type { Bundle, BundledJob } from "#shared/contracts/bundle.ts";
import {
  type BundleDifference,
  farmDifferences,
  jobDifferences,
} from "#shared/domain/bundle/bundle-differences.ts";
import { bundledJob } from "#shared/domain/bundle/bundled-job.ts";
import { sourcedRequest } from "#shared/domain/sourced-request.ts";
import type { ApiClient } from "../api-client.ts";
import { CommandFailure } from "../command-failure.ts";
import { exitCodes } from "../exit-codes.ts";
import { watchJob } from "../watch-job.ts";
import type { OpenBundle } from "./open-bundle.ts";
import { thisDrover } from "./recipe-of.ts";

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
  for (const bundled of bundle.jobs) {
    const body = replay ? await replayRequest(bundled, opened, api) : bundled.request;
    submitted.push({ bundled, jobId: (await api.submit(body)).jobId });
  }
  const jobs: Repetition[] = [];
  for (const { bundled, jobId } of submitted) {
    await watchJob(api, jobId, signal);
    const now = bundledJob(await api.trajectory(jobId));
    const differences = now === null ? [] : jobDifferences(bundled, now);
    jobs.push({ jobId: bundled.jobId, repeatedBy: jobId, differences });
  }
  return {
    farm: farmDifferences(bundle, thisDrover() satisfies Pick<Bundle, "generator" | "prompts">),
    jobs,
  };
}

async function replayRequest({ jobId }: BundledJob, { run }: OpenBundle, api: ApiClient) {
  const trajectory = await run.trajectory(jobId);
  if (trajectory === null)
    throw new CommandFailure(exitCodes.usage, `Job ${jobId} has no trajectory in the bundle.`, []);
  const { trajectoryId } = await api.uploadTrajectory(trajectory);
  return sourcedRequest(trajectory.job, { kind: "replay", trajectoryId }, {});
}
