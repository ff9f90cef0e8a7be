import type { Command } from "commander";
import type { SubmittedJob } from "#shared/contracts/api/responses/job-response.ts";
import type { SourceChanges } from "#shared/contracts/api/source-requests.ts";
import { LimitBounds } from "#shared/contracts/job/job-request.ts";
import type { Validator } from "#shared/contracts/judging/validator.ts";
import type { DeviceId, PoolName } from "#shared/contracts/values/ids.ts";
import { checkForms } from "#shared/rules/check-forms.ts";
import { sourcedRequest } from "#shared/rules/sourced-request.ts";
import { defined } from "#shared/values/defined.ts";
import type { ApiClient } from "./api-client.ts";
import { farmClient } from "./farm-client.ts";
import { dirOption } from "./find-farm.ts";
import { followJob } from "./follow-job.ts";
import { boundedBy, deviceId, modelId, poolName, providerName } from "./option-values.ts";
import { parseCheck } from "./parse-check.ts";
import { type RunOrigin, readOrigin } from "./read-trajectory.ts";

export interface AgainOptions {
  readonly dir: string;
  readonly pool?: PoolName;
  readonly device?: DeviceId;
  readonly asItIs?: boolean;
  readonly check?: readonly string[];
  readonly model?: string;
  readonly provider?: string;
  readonly maxSteps?: number;
  readonly debug?: boolean;
  readonly detach?: boolean;
  readonly json?: boolean;
}

const collect = (value: string, all: readonly string[] = []): string[] => [...all, value];

/** The options of every command that makes a job from what another one did. */
export const withAgainOptions = (command: Command): Command =>
  command
    .option(
      "--check <check>",
      "judge by this instead of what was asked then; may be given more than once",
      collect,
    )
    .option("--pool <name>", "the pool of devices to run on", poolName)
    .option("--device <id>", "this device and no other; waits its turn for it", deviceId)
    .option("--as-it-is", "with --device, one that you quarantined: not cleaned before or after")
    .option("--debug", "keep what drover show --debug lists")
    .option("--detach", "print the job's id and do not wait")
    .option("--json", "print the job as JSON")
    .option(...dirOption)
    .addHelpText("after", `\nChecks:\n${checkForms.map((form) => `  ${form}`).join("\n")}`);

/** For those that go on with a model. */
export const withModelOptions = (command: Command): Command =>
  command
    .option("--provider <name>", "the agent's model service", providerName)
    .option("--model <id>", "the agent's model", modelId)
    .option(
      "--max-steps <n>",
      "turns of the agent at the most; steps that are done again do not count",
      boundedBy(LimitBounds.shape.maxSteps.unwrap()),
    );

function changesFrom(options: AgainOptions): SourceChanges {
  const { pool, device, provider, model, maxSteps, debug, check } = options;
  const validators: Validator[] | undefined = check?.map(parseCheck);
  return defined({
    requirements:
      pool === undefined && device === undefined ? undefined : defined({ pool, deviceId: device }),
    device: options.asItIs ? ("asItIs" as const) : undefined,
    limits: maxSteps === undefined ? undefined : { maxSteps },
    models:
      provider === undefined && model === undefined ? undefined : { agent: defined({ provider, model }) },
    validators,
    debug,
  });
}

type Kind = "resume" | "replay" | "fork";

/** A job that does again what another one did; `at`: up to this step, for a fork. */
export async function runAgain(
  kind: Kind,
  given: string,
  options: AgainOptions & { readonly at?: number },
): Promise<void> {
  const changes = changesFrom(options);
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
