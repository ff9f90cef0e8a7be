import type { Job } from "#shared/contracts/job/job.ts";
import type { ErrorSnapshot } from "#shared/contracts/step/error-snapshot.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";
import { failedBy } from "#shared/rules/judging/failed-by.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";

/**
 * Stores the check that a job failed by among its errors, with the last screen that its steps show; once, however often it is
 * called. `known`: the job's errors so far; the answer is all of them.
 */
export async function recordFailedCheck(
  job: Job,
  steps: readonly Step[],
  known: readonly ErrorSnapshot[],
  { repositories: { errors }, newId, now }: Pick<Services, "newId" | "now" | "repositories">,
): Promise<readonly ErrorSnapshot[]> {
  const check = failedBy(job);
  if (check === undefined || known.some((error) => error.check !== undefined)) return known;
  const { tenantId, jobId, deviceId, hostId } = job;
  const last = steps.at(-1);
  const screen = last?.after ?? last?.before;
  const screenshotKey = screen?.screenshotKey ?? null;
  const failed: ErrorSnapshot = {
    schemaVersion: 1,
    tenantId,
    jobId,
    errorId: ErrorId.parse(newId()),
    capturedAt: now().toISOString(),
    name: "CheckFailed",
    code: "CheckFailed",
    message: checkSentence(check),
    advice: [],
    retryable: false,
    stepNumber: last?.stepNumber ?? 0,
    stateName: "JudgeOutcome",
    check,
    ...defined({ deviceId, hostId, app: screen?.package.slice(0, 300) || undefined }),
    screenshotKey,
    hierarchyKey: screen?.hierarchyKey ?? null,
    ...(screenshotKey === null ? { screenshotMissing: "no step shows a screen" } : {}),
  };
  await errors.put(failed);
  return [...known, failed];
}
