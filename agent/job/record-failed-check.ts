import type { Job } from "#shared/contracts/job/job.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";
import { failedBy } from "#shared/rules/judging/failed-by.ts";
import { defined } from "#shared/values/defined.ts";
import type { Services } from "../runtime/services.ts";

/** Stores the check that a job failed by among the errors, with the last screen that its steps show; once, however often it is called. */
export async function recordFailedCheck(
  job: Job,
  steps: readonly Step[],
  { repositories: { errors }, newId, now }: Pick<Services, "newId" | "now" | "repositories">,
): Promise<void> {
  const check = failedBy(job);
  if (check === undefined) return;
  const { tenantId, jobId, deviceId, hostId } = job;
  const known = await errors.listByJob(tenantId, jobId);
  if (known.some((error) => error.check !== undefined)) return;
  const last = steps.at(-1);
  const screen = last?.after ?? last?.before;
  const screenshotKey = screen?.screenshotKey ?? null;
  await errors.put({
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
  });
}
