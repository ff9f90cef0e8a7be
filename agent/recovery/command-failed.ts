import type { ReportRecoveryInput } from "#shared/contracts/recovery/recovery-turn.ts";
import { catalogue, isErrorCode } from "#shared/errors/catalogue.ts";
import { readFailure } from "../runtime/failure.ts";
import type { Acted } from "./acting.ts";
import { ended, planProgress, tryFailed, used } from "./advance.ts";
import type { Reporting } from "./report-turn.ts";

/**
 * The device's command failed instead of being answered: a try that came to nothing where the device may do better next time,
 * and the end where it is lost. The job maps the error when it meets it again.
 */
export async function commandFailed(
  { input, state, runtime }: Reporting,
  { error, cause }: NonNullable<ReportRecoveryInput["failure"]>,
): Promise<Acted> {
  const failure = readFailure({ Error: error, Cause: cause });
  const { recovery, screen } = state;
  const { tenantId, jobId } = input;
  const at = runtime.now().toISOString();
  const { pending } = planProgress(recovery);
  if (pending !== undefined) {
    const isCertain = isErrorCode(failure.name) && catalogue[failure.name].effect === "none";
    const outcome = {
      ok: false,
      effect: isCertain ? "none" : "indeterminate",
      message: failure.message.slice(0, 1_000),
      errorCode: failure.name.slice(0, 60),
      retries: 0,
    } as const;
    const step = { tenantId, jobId, stepNumber: pending.stepNumber };
    await runtime.repositories.steps.complete({ ...step, performedAt: at, outcome });
  }
  const counted = used(recovery, "executor", false);
  const mayPass = isErrorCode(failure.name) && catalogue[failure.name].recovery === "sameDevice";
  if (!mayPass) return ended(counted, "aborted", `The device was lost: ${failure.message}`);
  const told = { details: failure.message, screenshot: screen.observation?.screenshotKey ?? "", at };
  return tryFailed(counted, told);
}
