import type { JobState } from "#shared/contracts/farm/machines.ts";
import type { MapErrorOutput } from "#shared/contracts/workflow/map-error.ts";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { actionLogOf, beginRecovery, mostRecoveries } from "../recovery/begin-recovery.ts";
import type { Services } from "../runtime/services.ts";
import { chooseRoute, type Situation } from "./choose-route.ts";

/**
 * Failures that something on the screen may be behind: a dialog, a frozen app, one that never comes to rest. Not DeviceTimeout: of
 * a device that falls silent twice another takes the place (docs/faults.md A3).
 */
const curable: ReadonlySet<string> = new Set([
  "AdbCommandFailed",
  "TreeUnavailable",
  "ScreenChanged",
] satisfies ErrorCode[]);

const onScreen: ReadonlySet<JobState> = new Set(["SetUpDevice", "PerformAction", "VerifyStep"]);

const loggedSteps = 20;

/**
 * A recovery in place of looking again, when that did not cure the same failure before (docs/spec.md E1). Null: the error goes
 * the way that it would have gone.
 */
export async function recoverInstead(
  situation: Situation,
  runtime: Services,
): Promise<MapErrorOutput | null> {
  const { input, job, failure, nextStepNumber, repeated } = situation;
  const { tenantId, jobId, stateName, lease, observation } = input;
  const isCurable = repeated && curable.has(failure.name) && onScreen.has(stateName);
  if (!isCurable || job === null || lease === null || observation === null || !wants(job)) return null;
  const usual = chooseRoute(situation);
  if (usual.route !== "observe") return null;
  const { recoveries, steps } = runtime.repositories;
  const before = await recoveries.listByJob(tenantId, jobId);
  if (before.length >= mostRecoveries || before.some(({ endedAt }) => endedAt === undefined)) return null;
  const { items } = await steps.list(tenantId, jobId, { limit: loggedSteps, newestFirst: true });
  const exception = `${failure.name}: ${failure.message}`.slice(0, 8_000).toWellFormed();
  const recovery = await beginRecovery(
    job,
    {
      recoveryNumber: before.length + 1,
      source: "error",
      stepNumber: nextStepNumber,
      raised: { exception, actionLog: actionLogOf([...items].reverse()) },
      errorCode: failure.name,
      observation,
    },
    runtime,
  );
  const { recoveryId } = recovery;
  const reason = `Another look did not fix ${failure.name}.`;
  return { route: "recover", recoveryId, reason, recoveries: usual.recoveries, stepNumber: nextStepNumber };
}

/** By the job's own word: a simple task in the dialect `lean` wants none unless it says so. */
const wants = ({ supervision, models }: NonNullable<Situation["job"]>): boolean =>
  supervision.recovery ?? models.agent.dialect !== "lean";
