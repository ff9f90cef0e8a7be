import type * as z from "zod";
import type { JobFilter, TimeWindow } from "#shared/contracts/api/job-filter.ts";
import type { PruneRequest } from "#shared/contracts/api/prune.ts";
import type { AnswerRequest } from "#shared/contracts/api/responses/question-response.ts";
import type { MessageRequest } from "#shared/contracts/api/routes/steer-routes.ts";
import type { SourceChanges } from "#shared/contracts/api/source-requests.ts";
import type { CheckResult } from "#shared/contracts/judging/external-check.ts";
import { type ApiAddress, callsTo } from "./call-route.ts";
import { followEvents } from "./follow-events.ts";

/** The public HTTP API, as any caller would use it. Throws CommandFailure with the problem's words. */
export function createApiClient(address: ApiAddress) {
  const call = callsTo(address);
  return {
    submit: (body: unknown, key?: string) => call("submitJob", { body, headers: idempotent(key) }),
    job: (id: string) => call("readJob", { id }),
    jobEvents: (id: string, signal: AbortSignal) => followEvents(address, "jobEvents", id, signal),
    resumeJob: (id: string, body: SourceChanges) => call("resumeJob", { id, body }),
    replayJob: (id: string, body: SourceChanges) => call("replayJob", { id, body }),
    forkJob: (id: string, body: SourceChanges & { readonly at: number }) => call("forkJob", { id, body }),
    uploadTrajectory: (body: unknown) => call("uploadTrajectory", { body }),
    script: (id: string) => call("readScript", { id }),
    jobs: (query: PageQuery & { status?: string } & JobFilterQuery = {}) => call("listJobs", { query }),
    cancel: (id: string) => call("cancelJob", { id }),
    remove: (id: string) => call("removeJob", { id }),
    prune: (body: z.input<typeof PruneRequest>) => call("pruneJobs", { body }),
    steps: (id: string, query: PageQuery = {}) => call("listSteps", { id, query }),
    plans: (id: string) => call("listPlans", { id }),
    trajectory: (id: string) => call("readTrajectory", { id }),
    judge: (id: string, body: unknown) => call("judgeJobAgain", { id, body }),
    judgements: (id: string, query: PageQuery = {}) => call("listJudgements", { id, query }),
    artifacts: (id: string, cursor?: string) => call("listArtifacts", { id, query: { cursor } }),
    debugRecords: (id: string) => call("listDebugRecords", { id, query: {} }),
    questions: (query: PageQuery = {}) => call("listQuestions", { query }),
    jobQuestions: (id: string) => call("listJobQuestions", { id }),
    pause: (id: string) => call("pauseJob", { id }),
    tell: (id: string, body: z.input<typeof MessageRequest>) => call("tellJob", { id, body }),
    roles: (id: string) => call("getRoles", { id }),
    answer: (id: string, q: string, body: AnswerRequest) => call("answerQuestion", { id, q, body }),
    check: (id: string, name: string, body: CheckResult) => call("answerCheck", { id, name, body }),
    errors: (query: PageQuery & { jobId?: string }) => call("listErrors", { query }),
    recover: (body: unknown, key?: string) => call("submitRecovery", { body, headers: idempotent(key) }),
    recovery: (id: string) => call("readRecovery", { id }),
    farm: () => call("readFarm"),
    quota: () => call("readQuota"),
    stopFarm: (reason?: string) => call("stopFarm", { body: { reason } }),
    resumeFarm: () => call("resumeFarm"),
    quarantineDevice: (id: string, reason?: string) => call("quarantineDevice", { id, body: { reason } }),
    releaseDevice: (id: string) => call("releaseDevice", { id }),
    takeSnapshot: (id: string, body: { readonly label?: string | undefined }) =>
      call("takeSnapshot", { id, body }),
    snapshots: (query: PageQuery & { readonly device?: string | undefined } = {}) =>
      call("listSnapshots", { query }),
    restoreSnapshot: (id: string) => call("restoreSnapshot", { id }),
    forkSnapshot: (id: string, count: number) => call("forkSnapshot", { id, body: { count } }),
    removeSnapshot: (id: string) => call("removeSnapshot", { id }),
    devices: (query: PageQuery = {}) => call("listDevices", { query }),
    locate: (id: string, description: string) => call("locateElement", { id, body: { description } }),
    validate: (id: string, body: unknown) => call("validateScreen", { id, body }),
    screenshot: (id: string, body: unknown) => call("captureScreen", { id, body }),
    hierarchy: (id: string) => call("readHierarchy", { id }),
    apps: (id: string) => call("listApps", { id }),
    createPool: (pool: string) => call("createPool", { body: { pool } }),
    pools: (query: PageQuery = {}) => call("listPools", { query }),
    pool: (name: string) => call("readPool", { name }),
    removePool: (name: string) => call("removePool", { name }),
    setSecret: (name: string, body: { readonly value: string; readonly packages: readonly string[] }) =>
      call("setSecret", { name, body }),
    secrets: () => call("listSecrets"),
    removeSecret: (name: string) => call("removeSecret", { name }),
  };
}
export type ApiClient = ReturnType<typeof createApiClient>;

const idempotent = (key: string | undefined) => (key ? { "idempotency-key": key } : {});

type JobFilterQuery = { readonly [Name in keyof JobFilter | keyof TimeWindow]?: string };

type PageQuery = { readonly limit?: number; readonly cursor?: string | undefined };
