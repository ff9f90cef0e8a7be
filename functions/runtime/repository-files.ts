import type { Repositories } from "#shared/storage/repositories.ts";
import type { TableAccess } from "#shared/storage/table/entity-setup.ts";

/** Where the code of each repository is. It is read when it is needed. */
export const repositoryFiles = {
  jobs: async () => (await import("#shared/storage/jobs/job-repository.ts")).createJobRepository,
  budgets: async () => (await import("#shared/storage/limits/budget-repository.ts")).createBudgetRepository,
  requestCounts: async () =>
    (await import("#shared/storage/limits/request-count-repository.ts")).createRequestCountRepository,
  quotas: async () => (await import("#shared/storage/limits/quota-repository.ts")).createQuotaRepository,
  allowances: async () =>
    (await import("#shared/storage/limits/allowance-repository.ts")).createAllowanceRepository,
  steps: async () => (await import("#shared/storage/jobs/step-repository.ts")).createStepRepository,
  devices: async () => (await import("#shared/storage/devices/device-repository.ts")).createDeviceRepository,
  snapshots: async () =>
    (await import("#shared/storage/errors/snapshot-repository.ts")).createSnapshotRepository,
  hosts: async () => (await import("#shared/storage/devices/host-repository.ts")).createHostRepository,
  farmSwitch: async () =>
    (await import("#shared/storage/limits/farm-switch-repository.ts")).createFarmSwitchRepository,
  plans: async () => (await import("#shared/storage/jobs/plan-repository.ts")).createPlanRepository,
  pools: async () => (await import("#shared/storage/devices/pool-repository.ts")).createPoolRepository,
  errors: async () => (await import("#shared/storage/errors/error-repository.ts")).createErrorRepository,
  questions: async () =>
    (await import("#shared/storage/jobs/question-repository.ts")).createQuestionRepository,
  checks: async () =>
    (await import("#shared/storage/jobs/external-check-repository.ts")).createExternalCheckRepository,
  liveLinks: async () => (await import("#shared/storage/live-link-repository.ts")).createLiveLinkRepository,
  deviceReplies: async () =>
    (await import("#shared/storage/devices/device-reply-repository.ts")).createDeviceReplyRepository,
  secrets: async () => (await import("#shared/storage/secrets/secret-repository.ts")).createSecretRepository,
  knownApps: async () =>
    (await import("#shared/storage/devices/known-app-repository.ts")).createKnownAppRepository,
  judgements: async () =>
    (await import("#shared/storage/jobs/judgement-repository.ts")).createJudgementRepository,
  reviews: async () => (await import("#shared/storage/jobs/review-repository.ts")).createReviewRepository,
  recoveries: async () =>
    (await import("#shared/storage/jobs/recovery-repository.ts")).createRecoveryRepository,
  batches: async () => (await import("#shared/storage/batches/batch-repository.ts")).createBatchRepository,
  batchItems: async () =>
    (await import("#shared/storage/batches/batch-item-repository.ts")).createBatchItemRepository,
  attemptGroups: async () =>
    (await import("#shared/storage/batches/attempt-group-repository.ts")).createAttemptGroupRepository,
  messages: async () => (await import("#shared/storage/jobs/message-repository.ts")).createMessageRepository,
  roleBoards: async () =>
    (await import("#shared/storage/jobs/role-board-repository.ts")).createRoleBoardRepository,
  gatheringTurns: async () =>
    (await import("#shared/storage/jobs/gathering-turn-repository.ts")).createGatheringTurnRepository,
  turns: async () => (await import("#shared/storage/jobs/turn-repository.ts")).createTurnRepository,
  schedules: async () =>
    (await import("#shared/storage/batches/schedule-repository.ts")).createScheduleRepository,
  scheduleRuns: async () =>
    (await import("#shared/storage/batches/schedule-run-repository.ts")).createScheduleRunRepository,
  taskRuns: async () =>
    (await import("#shared/storage/batches/task-runs-repository.ts")).createTaskRunsRepository,
  quarantine: async () =>
    (await import("#shared/storage/devices/quarantine-repository.ts")).createQuarantineRepository,
  taskHistory: async () =>
    (await import("#shared/storage/jobs/task-history-repository.ts")).createTaskHistoryRepository,
  idempotencyKeys: async () =>
    (await import("#shared/storage/limits/idempotency-key-repository.ts")).createIdempotencyKeyRepository,
  webhooks: async () =>
    (await import("#shared/storage/webhooks/webhook-repository.ts")).createWebhookRepository,
  webhookEvents: async () =>
    (await import("#shared/storage/webhooks/webhook-event-repository.ts")).createWebhookEventRepository,
  webhookDeliveries: async () =>
    (await import("#shared/storage/webhooks/webhook-delivery-repository.ts")).createWebhookDeliveryRepository,
} satisfies {
  readonly [Name in keyof Repositories]: () => Promise<(access: TableAccess) => Repositories[Name]>;
};
