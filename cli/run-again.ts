import type { Command } from "commander";
import type { SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import { SourceChanges } from "#shared/contracts/api/source-requests.ts";
import { checkForms } from "#shared/rules/check-forms.ts";
import { sourcedRequest } from "#shared/rules/sourced-request.ts";
import type { ApiClient } from "./api-client.ts";
import { farmClient } from "./farm-client.ts";
import { dirOption } from "./find-farm.ts";
import { followJob } from "./follow/follow-job.ts";
import { jobFlags } from "./job-flags.ts";
import { type RunOrigin, readOrigin } from "./read-trajectory.ts";

export interface AgainOptions {
  readonly dir: string;
  readonly detach?: boolean;
  readonly json?: boolean;
}

/** The options of every command that makes a job from what another one did. */
export const withAgainOptions = (command: Command): Command =>
  jobFlags
    .addSome(command, {
      validators: "judge by this check instead of the original ones; repeatable",
      "requirements.pool": true,
      "requirements.deviceId": true,
      device: true,
      debug: "store debug data for drover show --debug",
    })
    .option("--detach", "print the job's id and do not wait")
    .option("--json", "print the job as JSON")
    .option(...dirOption)
    .addHelpText("after", `\nChecks:\n${checkForms.map((form) => `  ${form}`).join("\n")}`);

/** For those that continue with a model. */
export const withModelOptions = (command: Command): Command =>
  jobFlags.addSome(command, {
    "models.agent.provider": true,
    "models.agent.model": true,
    "limits.maxSteps": "most turns of the agent; repeated steps do not count",
  });

type Kind = "resume" | "replay" | "fork";

/** A job that does again what another one did; `at`: up to this step, for a fork. */
export async function runAgain(
  kind: Kind,
  given: string,
  options: AgainOptions & { readonly at?: number },
): Promise<void> {
  const changes = SourceChanges.parse(jobFlags.read(options));
  const origin = await readOrigin(given);
  const api = await farmClient(options.dir);
  await followJob(api, await submitAgain(api, kind, origin, changes, options.at), options);
}

async function submitAgain(
  api: ApiClient,
  kind: Kind,
  origin: RunOrigin,
  changes: SourceChanges,
  at = 1,
): Promise<SubmittedJob> {
  if ("jobId" in origin) {
    const { jobId } = origin;
    if (kind === "fork") return api.forkJob(jobId, { ...changes, at });
    return kind === "resume" ? api.resumeJob(jobId, changes) : api.replayJob(jobId, changes);
  }
  const { trajectory } = origin;
  const { trajectoryId } = await api.uploadTrajectory(trajectory);
  const source = kind === "fork" ? { kind, trajectoryId, at } : { kind, trajectoryId };
  return api.submit(sourcedRequest(trajectory.job, source, changes));
}
