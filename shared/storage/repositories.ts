import { createAttemptGroupRepository } from "./batches/attempt-group-repository.ts";
import { createBatchItemRepository } from "./batches/batch-item-repository.ts";
import { createBatchRepository } from "./batches/batch-repository.ts";
import { createScheduleRepository } from "./batches/schedule-repository.ts";
import { createScheduleRunRepository } from "./batches/schedule-run-repository.ts";
import { createTaskRunsRepository } from "./batches/task-runs-repository.ts";
import { createDeviceReplyRepository } from "./devices/device-reply-repository.ts";
import { createDeviceRepository } from "./devices/device-repository.ts";
import { createHostRepository } from "./devices/host-repository.ts";
import { createKnownAppRepository } from "./devices/known-app-repository.ts";
import { createPoolRepository } from "./devices/pool-repository.ts";
import { createQuarantineRepository } from "./devices/quarantine-repository.ts";
import { createErrorRepository } from "./errors/error-repository.ts";
import { createSnapshotRepository } from "./errors/snapshot-repository.ts";
import { createExternalCheckRepository } from "./jobs/external-check-repository.ts";
import { createGatheringTurnRepository } from "./jobs/gathering-turn-repository.ts";
import { createJobRepository } from "./jobs/job-repository.ts";
import { createJudgementRepository } from "./jobs/judgement-repository.ts";
import { createMessageRepository } from "./jobs/message-repository.ts";
import { createPlanRepository } from "./jobs/plan-repository.ts";
import { createQuestionRepository } from "./jobs/question-repository.ts";
import { createRecoveryRepository } from "./jobs/recovery-repository.ts";
import { createReviewRepository } from "./jobs/review-repository.ts";
import { createRoleBoardRepository } from "./jobs/role-board-repository.ts";
import { createStepRepository } from "./jobs/step-repository.ts";
import { createTaskHistoryRepository } from "./jobs/task-history-repository.ts";
import { createTurnRepository } from "./jobs/turn-repository.ts";
import { createAllowanceRepository } from "./limits/allowance-repository.ts";
import { createBudgetRepository } from "./limits/budget-repository.ts";
import { createFarmSwitchRepository } from "./limits/farm-switch-repository.ts";
import { createIdempotencyKeyRepository } from "./limits/idempotency-key-repository.ts";
import { createQuotaRepository } from "./limits/quota-repository.ts";
import { createRequestCountRepository } from "./limits/request-count-repository.ts";
import { createLiveLinkRepository } from "./live-link-repository.ts";
import { createSecretRepository } from "./secrets/secret-repository.ts";
import type { TableAccess } from "./table/entity-setup.ts";
import { createWebhookDeliveryRepository } from "./webhooks/webhook-delivery-repository.ts";
import { createWebhookEventRepository } from "./webhooks/webhook-event-repository.ts";
import { createWebhookRepository } from "./webhooks/webhook-repository.ts";

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
