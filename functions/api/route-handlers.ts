import type { RouteName, Routes } from "#shared/contracts/api/routes.ts";
import type { RouteHandler } from "../runtime/http-route.ts";
import { cancelBatch, pauseBatch, requeueItems, resumeBatch, retryBatch } from "./batch-control.ts";
import { showCauses, showCells, showComparison, showStatistics } from "./batch-look-routes.ts";
import { listBatches, listBatchItems, showBatch, uploadManifest } from "./batch-routes.ts";
import { cancelJob } from "./cancel-job.ts";
import { answerCheck } from "./check-routes.ts";
import {
  captureScreen,
  executeAction,
  listApps,
  locateElement,
  quarantineDevice,
  readHierarchy,
  readScreen,
  readUiTree,
  releaseDevice,
  validateScreen,
} from "./device-routes.ts";
import { listErrorGroups, listErrors } from "./error-routes.ts";
import { batchEvents } from "./events/batch-events.ts";
import { jobEvents } from "./events/job-events.ts";
import { deviceHistory, listDevices, listHosts } from "./farm-routes.ts";
import { readFarm, resumeFarm, stopFarm } from "./farm-switch-routes.ts";
import { listDebugRecords, listJobs, listPlans, listSteps, readJob, readTrajectory } from "./job-routes.ts";
import { judgeJobAgain, listJudgements } from "./judge-routes.ts";
import {
  createJobLink,
  createSessionLink,
  listJobLinks,
  listSessionLinks,
  revokeJobLink,
  revokeSessionLink,
} from "./live-link-routes.ts";
import { watchLive, watchLiveScreen } from "./live-routes.ts";
import { pauseJob } from "./pause-job.ts";
import { createPool, listPools, readPool, removePool } from "./pool-routes.ts";
import { listQuarantine, quarantineTask, unquarantineTask } from "./quarantine-routes.ts";
import { answerQuestion, listJobQuestions, listQuestions } from "./question-routes.ts";
import { readQuota } from "./quota-routes.ts";
import { readResults } from "./read-results.ts";
import { listRecoveries, readRecovery, readRecoveryMetrics, submitRecovery } from "./recovery-routes.ts";
import { pruneJobs, removeJob } from "./remove-jobs.ts";
import { retryJob } from "./retry-job.ts";
import { addReview, listReviews, reviewQueue } from "./review-routes.ts";
import { getRoles } from "./role-routes.ts";
import { listSecrets, removeSecret, setSecret } from "./secret-routes.ts";
import {
  closeSessionAdb,
  getSessionFile,
  installInSession,
  openSessionAdb,
  putSessionFile,
  sessionLogcat,
  sessionScreenshot,
  uploadForSession,
  uploadToSession,
} from "./session-device-routes.ts";
import { createSession, endSession, listSessions, readSession } from "./session-routes.ts";
import { actInSession, doInSession, observeSession } from "./session-turn-routes.ts";
import {
  forkSnapshot,
  listSnapshots,
  removeSnapshot,
  restoreSnapshot,
  takeSnapshot,
} from "./snapshot-routes.ts";
import { forkJob, readScript, replayJob, resumeJob, uploadTrajectory } from "./source-routes.ts";
import { readSpending } from "./spending-routes.ts";
import { steerBatch } from "./steer-batch.ts";
import { submitBatch } from "./submit-batch.ts";
import { submitJob } from "./submit-job.ts";
import { listTaskHistories, readTaskHistory } from "./task-history-routes.ts";
import { runTask } from "./task-routes.ts";
import { listMessages, messageJob } from "./tell-job.ts";
import { showTimeline } from "./timeline-routes.ts";
import { claimForWorker, postFailure, postTurn, showTurn } from "./turn-routes.ts";

/** Of a route that is seldom asked for and brings much along: loaded with its first request. */
const later =
  <Name extends RouteName>(load: () => Promise<RouteHandler<Routes[Name]>>): RouteHandler<Routes[Name]> =>
  async (...asked) =>
    (await load())(...asked);

const webhooks = () => import("./webhook-routes.ts");
const exporting = () => import("./export-routes.ts");
const scheduling = () => import("./schedule-routes.ts");
const scheduleRuns = () => import("./schedule-run-routes.ts");

/** A route without handler does not compile. */
export const routeHandlers: { readonly [Name in RouteName]: RouteHandler<Routes[Name]> } = {
  takeSnapshot,
  listSnapshots,
  restoreSnapshot,
  forkSnapshot,
  removeSnapshot,
  submitJob,
  runTask,
  listJobs,
  readJob,
  resumeJob,
  replayJob,
  forkJob,
  retryJob,
  readScript,
  uploadTrajectory,
  listArtifacts: later<"listArtifacts">(async () => (await exporting()).listArtifacts),
  exportJob: later<"exportJob">(async () => (await exporting()).exportJob),
  exportBatch: later<"exportBatch">(async () => (await exporting()).exportBatch),
  cancelJob,
  removeJob,
  pruneJobs,
  listSteps,
  jobTimeline: showTimeline,
  listPlans,
  readTrajectory,
  listDebugRecords,
  judgeJobAgain,
  listJudgements,
  addReview,
  listReviews,
  reviewQueue,
  listQuestions,
  getRoles,
  listJobQuestions,
  answerQuestion,
  answerCheck,
  pauseJob,
  tellJob: messageJob,
  listMessages,
  readTurn: showTurn,
  answerTurn: postTurn,
  failTurn: postFailure,
  claimTurn: claimForWorker,
  createSession,
  listSessions,
  readSession,
  endSession,
  observeSession,
  actInSession,
  doInSession,
  sessionScreenshot,
  uploadForSession,
  uploadToSession,
  installInSession,
  putSessionFile,
  getSessionFile,
  sessionLogcat,
  openSessionAdb,
  closeSessionAdb,
  createSessionLink,
  listSessionLinks,
  revokeSessionLink,
  createJobLink,
  listJobLinks,
  revokeJobLink,
  watchLive,
  watchLiveScreen,
  submitBatch,
  uploadManifest,
  listBatches,
  readBatch: showBatch,
  steerBatch,
  listBatchItems,
  cancelBatch,
  pauseBatch,
  resumeBatch,
  retryBatch,
  requeueItems,
  readResults,
  batchStatistics: showStatistics,
  batchCells: showCells,
  batchCauses: showCauses,
  compareBatches: showComparison,
  createSchedule: later<"createSchedule">(async () => (await scheduling()).createSchedule),
  listSchedules: later<"listSchedules">(async () => (await scheduling()).listSchedules),
  readSchedule: later<"readSchedule">(async () => (await scheduling()).readSchedule),
  changeSchedule: later<"changeSchedule">(async () => (await scheduling()).changeSchedule),
  removeSchedule: later<"removeSchedule">(async () => (await scheduling()).removeSchedule),
  runSchedule: later<"runSchedule">(async () => (await scheduling()).runSchedule),
  listScheduleRuns: later<"listScheduleRuns">(async () => (await scheduleRuns()).listScheduleRuns),
  readScheduleRun: later<"readScheduleRun">(async () => (await scheduleRuns()).readScheduleRun),
  listTaskHistories,
  readTaskHistory,
  listQuarantine,
  quarantineTask,
  unquarantineTask,
  jobEvents,
  batchEvents,
  listErrors,
  listErrorGroups,
  listDevices,
  listHosts,
  deviceHistory,
  listApps,
  quarantineDevice,
  releaseDevice,
  readUiTree,
  locateElement,
  validateScreen,
  readScreen,
  captureScreen,
  readHierarchy,
  executeAction,
  createPool,
  listPools,
  readPool,
  removePool,
  setSecret,
  listSecrets,
  removeSecret,
  createWebhook: later<"createWebhook">(async () => (await webhooks()).createWebhook),
  listWebhooks: later<"listWebhooks">(async () => (await webhooks()).listWebhooks),
  readWebhook: later<"readWebhook">(async () => (await webhooks()).readWebhook),
  changeWebhook: later<"changeWebhook">(async () => (await webhooks()).changeWebhook),
  removeWebhook: later<"removeWebhook">(async () => (await webhooks()).removeWebhook),
  rotateWebhookSecret: later<"rotateWebhookSecret">(async () => (await webhooks()).rotateWebhookSecret),
  testWebhook: later<"testWebhook">(async () => (await webhooks()).testWebhook),
  listDeliveries: later<"listDeliveries">(async () => (await webhooks()).listDeliveries),
  readDelivery: later<"readDelivery">(async () => (await webhooks()).readDelivery),
  redeliver: later<"redeliver">(async () => (await webhooks()).redeliver),
  readFarm,
  readSpending,
  readQuota,
  stopFarm,
  resumeFarm,
  submitRecovery,
  listRecoveries,
  readRecoveryMetrics,
  readRecovery,
  readOpenapi: later<"readOpenapi">(async () => (await import("./openapi-document.ts")).readOpenapi),
};
