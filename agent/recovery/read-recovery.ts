import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { AppFacts } from "#shared/contracts/device/device-facts.ts";
import type { Observation } from "#shared/contracts/device/observation.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { Recovery } from "#shared/contracts/recovery/recovery.ts";
import type { JobId, TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { attemptUse } from "../budget/attempt-use.ts";
import { projectConfig } from "../environment/project-config.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import type { RecoveryScreen } from "../role-questions/recovery-screen.ts";
import type { Services } from "../runtime/services.ts";
import { cancelledEnd } from "../turn-state/loop-end.ts";

export interface RecoveryPointer {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly recoveryId: string;
  readonly stepNumber: number;
  readonly observation: Observation | null;
}

export interface RecoveryState {
  readonly job: Job;
  readonly recovery: Recovery;
  readonly screen: RecoveryScreen;
  readonly apps: readonly AppFacts[];
  readonly catalogue: ActionCatalogue;
  readonly marker: string;
  /** Why nothing more may be done; null: it continues. */
  readonly stopped: { readonly outcome: "aborted" | "not_recovered"; readonly reason: string } | null;
}

/** The number behind the job's id. @throws NotFound */
export function recoveryNumberOf(recoveryId: string): number {
  const number = Number(/-(\d{1,2})$/.exec(recoveryId)?.[1]);
  if (Number.isInteger(number) && number > 0) return number;
  throw new DroverError("NotFound", `There is no recovery ${recoveryId}.`);
}

export async function findRecovery(
  { tenantId, jobId, recoveryId }: Pick<RecoveryPointer, "tenantId" | "jobId" | "recoveryId">,
  { repositories }: Pick<Services, "repositories">,
): Promise<Recovery> {
  const found = await repositories.recoveries.get(tenantId, jobId, recoveryNumberOf(recoveryId));
  if (found === null) throw new DroverError("NotFound", `There is no recovery ${recoveryId}.`);
  return found;
}

/** All that a turn of a recovery works with, read in parallel. @throws NotFound */
export async function readRecoveryState(pointer: RecoveryPointer, runtime: Services): Promise<RecoveryState> {
  const { tenantId, jobId, observation } = pointer;
  const { jobs, farmSwitch } = runtime.repositories;
  const [config, job, farm, recovery] = await Promise.all([
    projectConfig(),
    jobs.get(tenantId, jobId),
    farmSwitch.get(tenantId),
    findRecovery(pointer, runtime),
  ]);
  if (job === null) throw new DroverError("NotFound", `There is no job ${jobId}.`);
  const [tree, context] = await Promise.all([
    runtime.trees(observation === null ? recovery.treeKey : observation.treeKey),
    runtime.deviceContexts(job.deviceContextKey ?? null),
  ]);
  const cancelled = cancelledEnd(job, farm);
  return {
    job,
    recovery,
    screen: { observation, tree },
    apps: context?.apps ?? [],
    catalogue: config.catalogue,
    marker: job.promptMarker ?? newPromptMarker(),
    stopped:
      cancelled === null
        ? await spent(job, pointer, runtime)
        : { outcome: "aborted", reason: cancelled.detail },
  };
}

/** A recovery is paid out of its job's limits like any turn. */
async function spent(
  job: Job,
  { tenantId, jobId, stepNumber }: RecoveryPointer,
  { now, stepHistory }: Pick<Services, "now" | "stepHistory">,
): Promise<RecoveryState["stopped"]> {
  const { maxSteps, timeoutSeconds } = job.limits;
  const history = (await stepHistory(tenantId, jobId)).filter((step) => step.stepNumber < stepNumber);
  const { steps, seconds } = attemptUse({ job, history, stepNumber, now: now() });
  if (steps.left <= 0)
    return { outcome: "not_recovered", reason: `The job used all of its ${maxSteps} steps.` };
  if (seconds.left <= 0)
    return { outcome: "not_recovered", reason: `The job ran for longer than ${timeoutSeconds} s.` };
  return null;
}
