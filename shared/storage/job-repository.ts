import type { AgentClaim } from "../contracts/agent-claim.ts";
import type { JobFilter, TimeWindow } from "../contracts/api/job-filter.ts";
import { type ErrorId, JobId, type TenantId } from "../contracts/ids.ts";
import { Job, type JobPause, type JobStatus, type JobWait } from "../contracts/job.ts";
import type { Divergence } from "../contracts/job-source.ts";
import type { JudgementSummary } from "../contracts/judging.ts";
import { type ModelRole, ModelUsage } from "../contracts/model-settings.ts";
import type { ReviewSummary } from "../contracts/review.ts";
import { idsWithin } from "../domain/ids-within.ts";
import { asksForEnded, fitsFilter } from "../domain/job-filter.ts";
import { keptUntil } from "../domain/retention.ts";
import { decodeCursor, encodeCursor, type Page, type PageRequest } from "./cursor.ts";
import type { TableAccess } from "./entity-setup.ts";
import { createJobEntity, type JobEntity, parseJob } from "./job-entity.ts";
import { createJobSpending, type Spent, spending } from "./job-spending.ts";
import { createJobTransitions } from "./job-transitions.ts";
import { readFilteredPage } from "./read-filtered-page.ts";
import { readPage } from "./read-page.ts";
import { createJobRemoval } from "./remove-job.ts";
import { conditionalCall, storageCall } from "./storage-call.ts";
import { checked } from "./stored.ts";

export function createJobRepository(access: TableAccess) {
  const entity = createJobEntity(access);
  return {
    ...createJobReads(entity, access),
    ...createJobNotes(entity),
    ...createJobSpending(entity),
    ...createJobTransitions(entity),
    ...createJobRemoval(access),
  };
}

function createJobReads(entity: JobEntity, { retention, now }: TableAccess) {
  /** What has been kept long enough is no longer there for readers; the table deletes it later. */
  const isKept = ({ tenantId, finishedAt }: Job): boolean =>
    finishedAt === undefined || keptUntil(retention, tenantId, finishedAt) > now().toISOString();

  return {
    /** False when the job exists already; the stored one stays as it is. */
    async create(job: Job): Promise<boolean> {
      const item = checked(Job, job, "a new job");
      const created = await conditionalCall("store the job", () => entity.create(item).go());
      return created !== null;
    },

    async get(tenantId: TenantId, jobId: JobId): Promise<Job | null> {
      const { data } = await storageCall("read the job", () =>
        entity.get({ tenantId, jobId }).go({ consistent: true }),
      );
      return data === null ? null : parseJob(data);
    },

    /** Newest first. `within`: no job of another time is looked at. */
    async list(
      tenantId: TenantId,
      { status, filter, within = {}, ...request }: JobListRequest,
    ): Promise<Page<Job>> {
      const statusAsked = status ?? (filter !== undefined && asksForEnded(filter) ? "finished" : undefined);
      const list = listName(tenantId, statusAsked, filter);
      const cursorAfter = (job: Job): string => encodeCursor(list, job.jobId);
      const asked = { tenantId, status: statusAsked, list, within };
      const read = (page: PageRequest) => readJobs(entity, asked, page);
      const fits = (job: Job): boolean => isKept(job) && (filter === undefined || fitsFilter(job, filter));
      return readFilteredPage({ request, read, cursorAfter, fits });
    },

    /** Those that have ended, in the order of their submission, the oldest first. */
    async listEnded(tenantId: TenantId, request: PageRequest): Promise<Page<Job>> {
      const list = `${tenantId}/jobs/ended`;
      const after = request.cursor === undefined ? undefined : decodeCursor(list, request.cursor, JobId);
      const ended = entity.query.byStatus({ tenantId, status: "finished" });
      const from = after === undefined ? ended : ended.gt({ jobId: after });
      return readPage({
        operation: "list the ended jobs",
        request,
        find: (limit) => from.go({ order: "asc", limit, hydrate: true }),
        parse: parseJob,
        place: (job) => job.jobId,
        newestFirst: false,
        cursorAfter: (job) => encodeCursor(list, job.jobId),
      });
    },
  };
}

interface JobListRequest extends PageRequest {
  readonly status?: JobStatus | undefined;
  readonly filter?: JobFilter;
  readonly within?: TimeWindow;
}

/** Names what is listed: a cursor of another list, filter or tenant is refused. */
function listName(tenantId: TenantId, status: JobStatus | undefined, filter: JobFilter = {}): string {
  const asked = Object.entries(filter).filter(([, value]) => value !== undefined);
  const words = asked.map(([name, value]) => `/${name}=${value}`).sort();
  return `${tenantId}/jobs/${status ?? "all"}${words.join("")}`;
}

interface JobList {
  readonly tenantId: TenantId;
  readonly status: JobStatus | undefined;
  /** Its name. */
  readonly list: string;
  readonly within: TimeWindow;
}

async function readJobs(
  entity: JobEntity,
  { tenantId, status, list, within }: JobList,
  request: PageRequest,
): Promise<Page<Job>> {
  const { cursor } = request;
  const before = cursor === undefined ? undefined : decodeCursor(list, cursor, JobId);
  const ids = idsWithin(within, before);
  if (ids === null) return { items: [] };
  const query =
    status === undefined ? entity.query.byTenant({ tenantId }) : entity.query.byStatus({ tenantId, status });
  const from = query.between({ jobId: ids.first }, { jobId: ids.last });
  return readPage({
    operation: "list the jobs",
    request,
    find: (limit) => from.go({ order: "desc", limit, hydrate: true }),
    parse: parseJob,
    place: (job) => job.jobId,
    newestFirst: true,
    cursorAfter: (job) => encodeCursor(list, job.jobId),
  });
}

/** What a job keeps of its judgement. */
export type JudgedJob = JudgementSummary & Pick<Job, "judgement" | "judgementKey">;

type JobChange = Parameters<ReturnType<JobEntity["patch"]>["data"]>[0];

interface Counted {
  readonly usage: ModelUsage;
  /** Whose calls they were; absent for a job that does not keep roles apart. */
  readonly role?: ModelRole;
}

/** Whose calls are counted on a job, as `recordTurn` and `addUsage` take it: jobs of before have no place for it. */
export const roleOn = (job: Pick<Job, "usageByRole">, role: ModelRole): Pick<Counted, "role"> =>
  job.usageByRole[role] === undefined ? {} : { role };

const addingUsage =
  ({ usage, role }: Counted): JobChange =>
  (job, set) => {
    for (const name of Object.keys(ModelUsage.shape) as (keyof ModelUsage)[]) {
      const more = usage[name];
      if (more === undefined || more === 0) continue;
      set.add(job.usage[name], more, 0);
      if (role !== undefined) set.add(job.usageByRole[role][name], more, 0);
    }
  };

/** What is noted on a job while it runs. Each is false when there is no such job, or for `recordTurn` a later turn. */
function createJobNotes(entity: JobEntity) {
  const note = async (
    tenantId: TenantId,
    jobId: JobId,
    values: Pick<
      Partial<Job>,
      | "claim"
      | keyof JudgedJob
      | "baseline"
      | "foundDevice"
      | "alreadySatisfied"
      | "lastErrorId"
      | "lastErrorCode"
      | "executionArn"
      | "taskSteps"
      | "decomposition"
      | "deviceFacts"
      | "deviceContextKey"
      | "start"
      | "divergence"
      | "adbPorts"
      | "sessionUsedAt"
      | "sessionEndedAt"
      | "instruction"
    >,
  ): Promise<boolean> =>
    (await conditionalCall("note on the job", () => entity.patch({ tenantId, jobId }).set(values).go())) !==
    null;

  return {
    /** Counts a turn and its tokens once, however often it is called for the same step, and settles its calls with it. */
    async recordTurn(
      turn: Counted & { tenantId: TenantId; jobId: JobId; stepNumber: number; settled?: Spent },
    ) {
      const { tenantId, jobId, stepNumber, settled } = turn;
      const written = await conditionalCall("record the turn", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ stepCount: stepNumber })
          .data(addingUsage(turn))
          .data(settled === undefined ? () => undefined : spending(settled))
          .where((job, is) => is.lt(job.stepCount, stepNumber))
          .go(),
      );
      return written !== null;
    },
    /** For a turn that made no step. */
    async addUsage(tenantId: TenantId, jobId: JobId, spent: Counted): Promise<boolean> {
      const written = await conditionalCall("count the tokens", () =>
        entity.patch({ tenantId, jobId }).data(addingUsage(spent)).go(),
      );
      return written !== null;
    },
    /** False when the job has ended. */
    async wait(tenantId: TenantId, jobId: JobId, waiting: JobWait): Promise<boolean> {
      const written = await conditionalCall("let the job wait", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ waiting })
          .where((job, is) => is.ne(job.status, "finished"))
          .go(),
      );
      return written !== null;
    },
    /** The model has answered; what the wait took is counted once. */
    async endWait(
      { tenantId, jobId, waiting }: Pick<Job, "tenantId" | "jobId" | "waiting">,
      milliseconds: number,
    ): Promise<boolean> {
      const written = await conditionalCall("end the job's wait", () =>
        entity
          .patch({ tenantId, jobId })
          .data((job, set) => {
            set.remove(job.waiting);
            set.add(job.waitedMilliseconds, milliseconds, 0);
            if (waiting?.turnFor !== undefined) set.add(job.turnMilliseconds, milliseconds, 0);
          })
          .where((job, is) => is.exists(job.waiting))
          .go(),
      );
      return written !== null;
    },
    /** False when the job has ended, or pauses for this already: the first pause's times stand. */
    async pause(tenantId: TenantId, jobId: JobId, pause: JobPause): Promise<boolean> {
      const written = await conditionalCall("let the job pause", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ pause })
          .where((job, is) => `${is.ne(job.status, "finished")} AND ${is.notExists(job.pause)}`)
          .go(),
      );
      return written !== null;
    },
    /** What the pause took is counted once. */
    async endPause(tenantId: TenantId, jobId: JobId, milliseconds: number): Promise<boolean> {
      const written = await conditionalCall("end the job's pause", () =>
        entity
          .patch({ tenantId, jobId })
          .data((job, set) => {
            set.remove(job.pause);
            set.add(job.pausedMilliseconds, milliseconds, 0);
          })
          .where((job, is) => is.exists(job.pause))
          .go(),
      );
      return written !== null;
    },
    saveClaim: (tenantId: TenantId, jobId: JobId, claim: AgentClaim) => note(tenantId, jobId, { claim }),
    /** What a host found before the agent started. */
    saveBaseline: (
      tenantId: TenantId,
      jobId: JobId,
      noted: Pick<Partial<Job>, "baseline" | "alreadySatisfied" | "foundDevice">,
    ) => note(tenantId, jobId, noted),
    saveSession: (
      tenantId: TenantId,
      jobId: JobId,
      noted: Pick<Partial<Job>, "sessionUsedAt" | "sessionEndedAt" | "instruction">,
    ) => note(tenantId, jobId, noted),
    saveAdbPorts: (tenantId: TenantId, jobId: JobId, adbPorts: Job["adbPorts"]) =>
      note(tenantId, jobId, { adbPorts }),
    /** What a host found at the end. */
    saveJudgement: (tenantId: TenantId, jobId: JobId, judged: JudgedJob) => note(tenantId, jobId, judged),
    saveDivergence: (tenantId: TenantId, jobId: JobId, divergence: Divergence) =>
      note(tenantId, jobId, { divergence }),
    setLastError: (tenantId: TenantId, jobId: JobId, lastErrorId: ErrorId, lastErrorCode: string) =>
      note(tenantId, jobId, { lastErrorId, lastErrorCode }),
    /** What its device is, and from what it began there. */
    saveDevice: (
      tenantId: TenantId,
      jobId: JobId,
      device: Pick<Partial<Job>, "deviceFacts" | "deviceContextKey" | "start">,
    ) => note(tenantId, jobId, device),
    saveTaskSteps: (
      tenantId: TenantId,
      jobId: JobId,
      parts: Pick<Job, "taskSteps"> & Partial<Pick<Job, "decomposition">>,
    ) => note(tenantId, jobId, parts),
    /** The last one counts: false when there is a later one already. */
    async saveReview(tenantId: TenantId, jobId: JobId, review: ReviewSummary): Promise<boolean> {
      const saved = await conditionalCall("note the review", () =>
        entity
          .patch({ tenantId, jobId })
          .set({ review })
          .where((job, is) => `${is.notExists(job.review)} OR ${is.lt(job.review.reviewId, review.reviewId)}`)
          .go(),
      );
      return saved !== null;
    },
    setExecutionArn: (tenantId: TenantId, jobId: JobId, executionArn: string) =>
      note(tenantId, jobId, { executionArn }),
  };
}
