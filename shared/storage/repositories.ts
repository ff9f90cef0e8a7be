import { createAllowanceRepository } from "./allowance-repository.ts";
import { createAttemptGroupRepository } from "./attempt-group-repository.ts";
import { createBatchItemRepository } from "./batch-item-repository.ts";
import { createBatchRepository } from "./batch-repository.ts";
import { createBudgetRepository } from "./budget-repository.ts";
import { createDeviceReplyRepository } from "./device-reply-repository.ts";
import { createDeviceRepository } from "./device-repository.ts";
import type { TableAccess } from "./entity-setup.ts";
import { createErrorRepository } from "./error-repository.ts";
import { createExternalCheckRepository } from "./external-check-repository.ts";
import { createFarmSwitchRepository } from "./farm-switch-repository.ts";
import { createGatheringTurnRepository } from "./gathering-turn-repository.ts";
import { createHostRepository } from "./host-repository.ts";
import { createIdempotencyKeyRepository } from "./idempotency-key-repository.ts";
import { createJobRepository } from "./job-repository.ts";
import { createJudgementRepository } from "./judgement-repository.ts";
import { createKnownAppRepository } from "./known-app-repository.ts";
import { createLiveLinkRepository } from "./live-link-repository.ts";
import { createMessageRepository } from "./message-repository.ts";
import { createPlanRepository } from "./plan-repository.ts";
import { createPoolRepository } from "./pool-repository.ts";
import { createQuarantineRepository } from "./quarantine-repository.ts";
import { createQuestionRepository } from "./question-repository.ts";
import { createQuotaRepository } from "./quota-repository.ts";
import { createRecoveryRepository } from "./recovery-repository.ts";
import { createRequestCountRepository } from "./request-count-repository.ts";
import { createReviewRepository } from "./review-repository.ts";
import { createRoleBoardRepository } from "./role-board-repository.ts";
import { createScheduleRepository } from "./schedule-repository.ts";
import { createScheduleRunRepository } from "./schedule-run-repository.ts";
import { createSecretRepository } from "./secret-repository.ts";
import { createSnapshotRepository } from "./snapshot-repository.ts";
import { createStepRepository } from "./step-repository.ts";
import { createTaskHistoryRepository } from "./task-history-repository.ts";
import { createTaskRunsRepository } from "./task-runs-repository.ts";
import { createTurnRepository } from "./turn-repository.ts";
import { createWebhookDeliveryRepository } from "./webhook-delivery-repository.ts";
import { createWebhookEventRepository } from "./webhook-event-repository.ts";
import { createWebhookRepository } from "./webhook-repository.ts";

/**
 * Everything kept in the table. A write whose condition did not hold is an answer (null, false); when DynamoDB itself
 * fails, `StorageUnavailable` is thrown, and data of another version is `SchemaMismatch`.
 */
export const createRepositories = (access: TableAccess) => ({
  jobs: createJobRepository(access),
  budgets: createBudgetRepository(access),
  quotas: createQuotaRepository(access),
  requestCounts: createRequestCountRepository(access),
  allowances: createAllowanceRepository(access),
  steps: createStepRepository(access),
  devices: createDeviceRepository(access),
  snapshots: createSnapshotRepository(access),
  hosts: createHostRepository(access),
  farmSwitch: createFarmSwitchRepository(access),
  plans: createPlanRepository(access),
  pools: createPoolRepository(access),
  errors: createErrorRepository(access),
  questions: createQuestionRepository(access),
  messages: createMessageRepository(access),
  checks: createExternalCheckRepository(access),
  liveLinks: createLiveLinkRepository(access),
  deviceReplies: createDeviceReplyRepository(access),
  secrets: createSecretRepository(access),
  knownApps: createKnownAppRepository(access),
  judgements: createJudgementRepository(access),
  reviews: createReviewRepository(access),
  recoveries: createRecoveryRepository(access),
  batches: createBatchRepository(access),
  batchItems: createBatchItemRepository(access),
  attemptGroups: createAttemptGroupRepository(access),
  turns: createTurnRepository(access),
  schedules: createScheduleRepository(access),
  scheduleRuns: createScheduleRunRepository(access),
  taskRuns: createTaskRunsRepository(access),
  quarantine: createQuarantineRepository(access),
  roleBoards: createRoleBoardRepository(access),
  gatheringTurns: createGatheringTurnRepository(access),
  taskHistory: createTaskHistoryRepository(access),
  idempotencyKeys: createIdempotencyKeyRepository(access),
  webhooks: createWebhookRepository(access),
  webhookEvents: createWebhookEventRepository(access),
  webhookDeliveries: createWebhookDeliveryRepository(access),
});
export type Repositories = ReturnType<typeof createRepositories>;
