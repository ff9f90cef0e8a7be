import type { TableAccess } from "#shared/storage/entity-setup.ts";
import type { Repositories } from "#shared/storage/repositories.ts";

/** Where the code of each repository is. It is read when it is needed. */
export const repositoryFiles = {
  jobs: async () => (await import("#shared/storage/job-repository.ts")).createJobRepository,
  budgets: async () => (await import("#shared/storage/budget-repository.ts")).createBudgetRepository,
  requestCounts: async () =>
    (await import("#shared/storage/request-count-repository.ts")).createRequestCountRepository,
  quotas: async () => (await import("#shared/storage/quota-repository.ts")).createQuotaRepository,
  allowances: async () => (await import("#shared/storage/allowance-repository.ts")).createAllowanceRepository,
  steps: async () => (await import("#shared/storage/step-repository.ts")).createStepRepository,
  devices: async () => (await import("#shared/storage/device-repository.ts")).createDeviceRepository,
  snapshots: async () => (await import("#shared/storage/snapshot-repository.ts")).createSnapshotRepository,
  hosts: async () => (await import("#shared/storage/host-repository.ts")).createHostRepository,
  farmSwitch: async () =>
    (await import("#shared/storage/farm-switch-repository.ts")).createFarmSwitchRepository,
  plans: async () => (await import("#shared/storage/plan-repository.ts")).createPlanRepository,
  pools: async () => (await import("#shared/storage/pool-repository.ts")).createPoolRepository,
  errors: async () => (await import("#shared/storage/error-repository.ts")).createErrorRepository,
  questions: async () => (await import("#shared/storage/question-repository.ts")).createQuestionRepository,
  checks: async () =>
    (await import("#shared/storage/external-check-repository.ts")).createExternalCheckRepository,
  liveLinks: async () => (await import("#shared/storage/live-link-repository.ts")).createLiveLinkRepository,
  deviceReplies: async () =>
    (await import("#shared/storage/device-reply-repository.ts")).createDeviceReplyRepository,
  secrets: async () => (await import("#shared/storage/secret-repository.ts")).createSecretRepository,
  knownApps: async () => (await import("#shared/storage/known-app-repository.ts")).createKnownAppRepository,
  judgements: async () => (await import("#shared/storage/judgement-repository.ts")).createJudgementRepository,
  reviews: async () => (await import("#shared/storage/review-repository.ts")).createReviewRepository,
  recoveries: async () => (await import("#shared/storage/recovery-repository.ts")).createRecoveryRepository,
  batches: async () => (await import("#shared/storage/batch-repository.ts")).createBatchRepository,
  batchItems: async () =>
    (await import("#shared/storage/batch-item-repository.ts")).createBatchItemRepository,
  attemptGroups: async () =>
    (await import("#shared/storage/attempt-group-repository.ts")).createAttemptGroupRepository,
  messages: async () => (await import("#shared/storage/message-repository.ts")).createMessageRepository,
  roleBoards: async () =>
    (await import("#shared/storage/role-board-repository.ts")).createRoleBoardRepository,
  gatheringTurns: async () =>
    (await import("#shared/storage/gathering-turn-repository.ts")).createGatheringTurnRepository,
  turns: async () => (await import("#shared/storage/turn-repository.ts")).createTurnRepository,
  schedules: async () => (await import("#shared/storage/schedule-repository.ts")).createScheduleRepository,
  scheduleRuns: async () =>
    (await import("#shared/storage/schedule-run-repository.ts")).createScheduleRunRepository,
  taskRuns: async () => (await import("#shared/storage/task-runs-repository.ts")).createTaskRunsRepository,
  quarantine: async () =>
    (await import("#shared/storage/quarantine-repository.ts")).createQuarantineRepository,
  taskHistory: async () =>
    (await import("#shared/storage/task-history-repository.ts")).createTaskHistoryRepository,
  idempotencyKeys: async () =>
    (await import("#shared/storage/idempotency-key-repository.ts")).createIdempotencyKeyRepository,
  webhooks: async () => (await import("#shared/storage/webhook-repository.ts")).createWebhookRepository,
  webhookEvents: async () =>
    (await import("#shared/storage/webhook-event-repository.ts")).createWebhookEventRepository,
  webhookDeliveries: async () =>
    (await import("#shared/storage/webhook-delivery-repository.ts")).createWebhookDeliveryRepository,
} satisfies {
  readonly [Name in keyof Repositories]: () => Promise<(access: TableAccess) => Repositories[Name]>;
};
