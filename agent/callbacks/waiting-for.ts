import type { FarmSwitch } from "#shared/contracts/farm/farm-switch.ts";
import { type CallbackAnswer, lostCallback, pauseCallback } from "#shared/contracts/job/callback.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { QuestionId } from "#shared/contracts/job/question.ts";
import type { ExternalCheck } from "#shared/contracts/judging/external-check.ts";
import { type ExternalValidator, externalValidators } from "#shared/contracts/judging/validator.ts";
import { openLoss } from "#shared/rules/device-loss.ts";
import { stoppedBecause } from "#shared/rules/stopped-because.ts";
import type { CallbackKey } from "#shared/storage/artifacts/callback-store.ts";
import type { Services } from "../runtime/services.ts";
import { isReleased } from "./role-waits.ts";

/** The job's own checks that nobody has answered. */
export const openChecks = (
  { validators }: Pick<Job, "validators">,
  answered: readonly ExternalCheck[],
): readonly ExternalValidator[] =>
  externalValidators(validators).filter(({ name }) => answered.every((check) => check.name !== name));

/** Nobody wants the job to continue. */
export const isUnwanted = (job: Job, farm: FarmSwitch | null): boolean =>
  job.status === "finished" || job.cancelRequestedAt !== undefined || stoppedBecause(job, farm) !== null;

/** What a wait is to be answered with at once, because it came too late to be told; null: it continues. */
export async function alreadyAnswered(
  { tenantId, jobId, callbackId }: CallbackKey,
  { repositories }: Pick<Services, "repositories">,
): Promise<CallbackAnswer | null> {
  const { jobs, farmSwitch, questions, checks } = repositories;
  const [job, farm] = await Promise.all([jobs.get(tenantId, jobId), farmSwitch.get(tenantId)]);
  if (job === null || isUnwanted(job, farm)) return { cancelled: true };
  if (callbackId === pauseCallback) return job.pauseRequestedAt === undefined ? { cancelled: false } : null;
  if (callbackId === lostCallback) return openLoss(job) === null ? { cancelled: false } : null;
  if (job.pause?.for === "checks") {
    const open = openChecks(job, await checks.listByJob(tenantId, jobId));
    return open.length === 0 ? { cancelled: false } : null;
  }
  if (job.pause?.for === "roles" && job.roleOf !== undefined) {
    const board = await repositories.roleBoards.get(tenantId, job.roleOf.jobId);
    const over = board === null || isReleased(board, job.roleOf.role, callbackId);
    return over ? { cancelled: false } : null;
  }
  const questionId = QuestionId.parse(callbackId);
  const question = await questions.get({ tenantId, jobId, questionId });
  return question?.status === "open" ? null : { cancelled: false };
}
