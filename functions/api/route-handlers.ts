import type { RouteName, Routes } from "#shared/contracts/api/routes.ts";
import { loadLater } from "#shared/storage/load-later.ts";
import type { RouteHandler } from "../runtime/http-route.ts";
import { listDebugRecords, listJobs, listPlans, listSteps, readJob, readTrajectory } from "./job-routes.ts";
import { submitJob } from "./submit-job.ts";

/** Files whose routes are seldom the first that is asked for: each is loaded with the first request of one of its routes. */
const batchControlRoutes = loadLater(() => import("./batch-control.ts"), {});
const batchEventRoutes = loadLater(() => import("./events/batch-events.ts"), {});
const batchLookRoutes = loadLater(() => import("./batch-look-routes.ts"), {});
const batchRoutes = loadLater(() => import("./batch-routes.ts"), {});
const cancelJobRoutes = loadLater(() => import("./cancel-job.ts"), {});
const checkRoutes = loadLater(() => import("./check-routes.ts"), {});
const deviceRoutes = loadLater(() => import("./device-routes.ts"), {});
const errorRoutes = loadLater(() => import("./error-routes.ts"), {});
const exportRoutes = loadLater(() => import("./export-routes.ts"), {});
const farmRoutes = loadLater(() => import("./farm-routes.ts"), {});
const farmSwitchRoutes = loadLater(() => import("./farm-switch-routes.ts"), {});
const jobEventRoutes = loadLater(() => import("./events/job-events.ts"), {});
const judgeRoutes = loadLater(() => import("./judge-routes.ts"), {});
const liveLinkRoutes = loadLater(() => import("./live-link-routes.ts"), {});
const liveRoutes = loadLater(() => import("./live-routes.ts"), {});
const pauseJobRoutes = loadLater(() => import("./pause-job.ts"), {});
const poolRoutes = loadLater(() => import("./pool-routes.ts"), {});
const quarantineRoutes = loadLater(() => import("./quarantine-routes.ts"), {});
const questionRoutes = loadLater(() => import("./question-routes.ts"), {});
const quotaRoutes = loadLater(() => import("./quota-routes.ts"), {});
const recoveryRoutes = loadLater(() => import("./recovery-routes.ts"), {});
const removeJobRoutes = loadLater(() => import("./remove-jobs.ts"), {});
const resultRoutes = loadLater(() => import("./read-results.ts"), {});
const retryJobRoutes = loadLater(() => import("./retry-job.ts"), {});
const reviewRoutes = loadLater(() => import("./review-routes.ts"), {});
const roleRoutes = loadLater(() => import("./role-routes.ts"), {});
const scheduleRoutes = loadLater(() => import("./schedule-routes.ts"), {});
const scheduleRunRoutes = loadLater(() => import("./schedule-run-routes.ts"), {});
const secretRoutes = loadLater(() => import("./secret-routes.ts"), {});
const sessionDeviceRoutes = loadLater(() => import("./session-device-routes.ts"), {});
const sessionRoutes = loadLater(() => import("./session-routes.ts"), {});
const sessionTurnRoutes = loadLater(() => import("./session-turn-routes.ts"), {});
const snapshotRoutes = loadLater(() => import("./snapshot-routes.ts"), {});
const sourceRoutes = loadLater(() => import("./source-routes.ts"), {});
const spendingRoutes = loadLater(() => import("./spending-routes.ts"), {});
const steerBatchRoutes = loadLater(() => import("./steer-batch.ts"), {});
const submitBatchRoutes = loadLater(() => import("./submit-batch.ts"), {});
const taskHistoryRoutes = loadLater(() => import("./task-history-routes.ts"), {});
const taskRoutes = loadLater(() => import("./task-routes.ts"), {});
const tellJobRoutes = loadLater(() => import("./tell-job.ts"), {});
const timelineRoutes = loadLater(() => import("./timeline-routes.ts"), {});
const turnRoutes = loadLater(() => import("./turn-routes.ts"), {});
const webhookRoutes = loadLater(() => import("./webhook-routes.ts"), {});
const openapiDocument = loadLater(async () => {
  const { readOpenapi } = await import("./openapi-document.ts");
  return { readOpenapi };
}, {});

/** A route without handler does not compile. */
export const routeHandlers: { readonly [Name in RouteName]: RouteHandler<Routes[Name]> } = {
  takeSnapshot: snapshotRoutes.takeSnapshot,
  listSnapshots: snapshotRoutes.listSnapshots,
  restoreSnapshot: snapshotRoutes.restoreSnapshot,
  forkSnapshot: snapshotRoutes.forkSnapshot,
  removeSnapshot: snapshotRoutes.removeSnapshot,
  submitJob,
  runTask: taskRoutes.runTask,
  listJobs,
  readJob,
  resumeJob: sourceRoutes.resumeJob,
  replayJob: sourceRoutes.replayJob,
  forkJob: sourceRoutes.forkJob,
  retryJob: retryJobRoutes.retryJob,
  readScript: sourceRoutes.readScript,
  uploadTrajectory: sourceRoutes.uploadTrajectory,
  listArtifacts: exportRoutes.listArtifacts,
  exportJob: exportRoutes.exportJob,
  exportBatch: exportRoutes.exportBatch,
  cancelJob: cancelJobRoutes.cancelJob,
  removeJob: removeJobRoutes.removeJob,
  pruneJobs: removeJobRoutes.pruneJobs,
  listSteps,
  jobTimeline: timelineRoutes.showTimeline,
  listPlans,
  readTrajectory,
  listDebugRecords,
  judgeJobAgain: judgeRoutes.judgeJobAgain,
  listJudgements: judgeRoutes.listJudgements,
  addReview: reviewRoutes.addReview,
  listReviews: reviewRoutes.listReviews,
  reviewQueue: reviewRoutes.reviewQueue,
  listQuestions: questionRoutes.listQuestions,
  getRoles: roleRoutes.getRoles,
  listJobQuestions: questionRoutes.listJobQuestions,
  answerQuestion: questionRoutes.answerQuestion,
  answerCheck: checkRoutes.answerCheck,
  pauseJob: pauseJobRoutes.pauseJob,
  tellJob: tellJobRoutes.messageJob,
  listMessages: tellJobRoutes.listMessages,
  readTurn: turnRoutes.showTurn,
  answerTurn: turnRoutes.postTurn,
  failTurn: turnRoutes.postFailure,
  claimTurn: turnRoutes.claimForWorker,
  createSession: sessionRoutes.createSession,
  listSessions: sessionRoutes.listSessions,
  readSession: sessionRoutes.readSession,
  endSession: sessionRoutes.endSession,
  observeSession: sessionTurnRoutes.observeSession,
  actInSession: sessionTurnRoutes.actInSession,
  doInSession: sessionTurnRoutes.doInSession,
  sessionScreenshot: sessionDeviceRoutes.sessionScreenshot,
  uploadForSession: sessionDeviceRoutes.uploadForSession,
  uploadToSession: sessionDeviceRoutes.uploadToSession,
  installInSession: sessionDeviceRoutes.installInSession,
  putSessionFile: sessionDeviceRoutes.putSessionFile,
  getSessionFile: sessionDeviceRoutes.getSessionFile,
  sessionLogcat: sessionDeviceRoutes.sessionLogcat,
  openSessionAdb: sessionDeviceRoutes.openSessionAdb,
  closeSessionAdb: sessionDeviceRoutes.closeSessionAdb,
  createSessionLink: liveLinkRoutes.createSessionLink,
  listSessionLinks: liveLinkRoutes.listSessionLinks,
  revokeSessionLink: liveLinkRoutes.revokeSessionLink,
  createJobLink: liveLinkRoutes.createJobLink,
  listJobLinks: liveLinkRoutes.listJobLinks,
  revokeJobLink: liveLinkRoutes.revokeJobLink,
  watchLive: liveRoutes.watchLive,
  watchLiveScreen: liveRoutes.watchLiveScreen,
  submitBatch: submitBatchRoutes.submitBatch,
  uploadManifest: batchRoutes.uploadManifest,
  listBatches: batchRoutes.listBatches,
  readBatch: batchRoutes.showBatch,
  steerBatch: steerBatchRoutes.steerBatch,
  listBatchItems: batchRoutes.listBatchItems,
  cancelBatch: batchControlRoutes.cancelBatch,
  pauseBatch: batchControlRoutes.pauseBatch,
  resumeBatch: batchControlRoutes.resumeBatch,
  retryBatch: batchControlRoutes.retryBatch,
  requeueItems: batchControlRoutes.requeueItems,
  readResults: resultRoutes.readResults,
  batchStatistics: batchLookRoutes.showStatistics,
  batchCells: batchLookRoutes.showCells,
  batchCauses: batchLookRoutes.showCauses,
  compareBatches: batchLookRoutes.showComparison,
  createSchedule: scheduleRoutes.createSchedule,
  listSchedules: scheduleRoutes.listSchedules,
  readSchedule: scheduleRoutes.readSchedule,
  changeSchedule: scheduleRoutes.changeSchedule,
  removeSchedule: scheduleRoutes.removeSchedule,
  runSchedule: scheduleRoutes.runSchedule,
  listScheduleRuns: scheduleRunRoutes.listScheduleRuns,
  readScheduleRun: scheduleRunRoutes.readScheduleRun,
  listTaskHistories: taskHistoryRoutes.listTaskHistories,
  readTaskHistory: taskHistoryRoutes.readTaskHistory,
  listQuarantine: quarantineRoutes.listQuarantine,
  quarantineTask: quarantineRoutes.quarantineTask,
  unquarantineTask: quarantineRoutes.unquarantineTask,
  jobEvents: jobEventRoutes.jobEvents,
  batchEvents: batchEventRoutes.batchEvents,
  listErrors: errorRoutes.listErrors,
  listErrorGroups: errorRoutes.listErrorGroups,
  listDevices: farmRoutes.listDevices,
  listHosts: farmRoutes.listHosts,
  deviceHistory: farmRoutes.deviceHistory,
  listApps: deviceRoutes.listApps,
  quarantineDevice: deviceRoutes.quarantineDevice,
  releaseDevice: deviceRoutes.releaseDevice,
  readUiTree: deviceRoutes.readUiTree,
  locateElement: deviceRoutes.locateElement,
  validateScreen: deviceRoutes.validateScreen,
  readScreen: deviceRoutes.readScreen,
  captureScreen: deviceRoutes.captureScreen,
  readHierarchy: deviceRoutes.readHierarchy,
  executeAction: deviceRoutes.executeAction,
  createPool: poolRoutes.createPool,
  listPools: poolRoutes.listPools,
  readPool: poolRoutes.readPool,
  removePool: poolRoutes.removePool,
  setSecret: secretRoutes.setSecret,
  listSecrets: secretRoutes.listSecrets,
  removeSecret: secretRoutes.removeSecret,
  createWebhook: webhookRoutes.createWebhook,
  listWebhooks: webhookRoutes.listWebhooks,
  readWebhook: webhookRoutes.readWebhook,
  changeWebhook: webhookRoutes.changeWebhook,
  removeWebhook: webhookRoutes.removeWebhook,
  rotateWebhookSecret: webhookRoutes.rotateWebhookSecret,
  testWebhook: webhookRoutes.testWebhook,
  listDeliveries: webhookRoutes.listDeliveries,
  readDelivery: webhookRoutes.readDelivery,
  redeliver: webhookRoutes.redeliver,
  readFarm: farmSwitchRoutes.readFarm,
  readSpending: spendingRoutes.readSpending,
  readQuota: quotaRoutes.readQuota,
  stopFarm: farmSwitchRoutes.stopFarm,
  resumeFarm: farmSwitchRoutes.resumeFarm,
  submitRecovery: recoveryRoutes.submitRecovery,
  listRecoveries: recoveryRoutes.listRecoveries,
  readRecoveryMetrics: recoveryRoutes.readRecoveryMetrics,
  readRecovery: recoveryRoutes.readRecovery,
  readOpenapi: openapiDocument.readOpenapi,
};
