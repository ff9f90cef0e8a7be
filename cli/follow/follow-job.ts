import type { JobResponse, SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import type { ApiClient } from "../api-client.ts";
import { dirFlag } from "../find-farm.ts";
import { githubJobReport } from "../github/job-report.ts";
import { tellGithub } from "../github/tell-github.ts";
import { reportJob } from "../report/job-report.ts";
import type { RunRecord } from "../run-file/run-record.ts";
import { exitCodeOf } from "../terminal/exit-codes.ts";
import { interruptSignal } from "../terminal/interrupt-signal.ts";
import { out, progress, safeJson } from "../terminal/terminal.ts";
import { watchJob } from "./watch-job.ts";

export interface FollowOptions {
  readonly dir: string;
  readonly detach?: boolean;
  readonly json?: boolean;
}

/**
 * Tells of a job that was just submitted until it has ended, and leaves its exit code; with `detach` only its id; with `json` as
 * RunRecords. Null: nobody waited for its end.
 */
export async function followJob(
  api: ApiClient,
  job: SubmittedJob,
  options: FollowOptions,
): Promise<JobResponse | null> {
  for (const warning of job.warnings) progress(`warning: ${warning}`);
  if (options.json) tell({ record: "launch", schemaVersion: 1, job });
  if (options.detach) {
    if (!options.json) out(job.jobId);
    return null;
  }
  using interrupt = interruptSignal(() => {
    progress(`still running; stop it with: drover cancel ${job.jobId}${dirFlag(options.dir)}`);
  });
  const ended = await watchJob(api, job.jobId, interrupt.signal).catch((error: unknown) => {
    if (interrupt.signal.aborted) return null;
    throw error;
  });
  if (!ended) return null;
  const exitCode = ended.outcome ? exitCodeOf(ended.outcome) : 0;
  if (options.json) tell({ record: "done", schemaVersion: 1, exitCode, job: ended });
  else reportJob(ended);
  await tellGithub(async () => githubJobReport(ended));
  process.exitCode = exitCode;
  return ended;
}

const tell = (record: RunRecord): void => out(safeJson(record));
