import type { AgentClaim } from "../../contracts/agent/agent-claim.ts";
import { type ModelRole, ModelUsage } from "../../contracts/agent/model-settings.ts";
import type { Job } from "../../contracts/job/job.ts";
import type { JobId, TenantId } from "../../contracts/values/ids.ts";
import { operationsOn } from "../table/operations-on.ts";
import { conditionalCall, storageCall, wrote } from "../table/storage-call.ts";
import type { TableClient } from "../table/table-client.ts";
import { type TableWrite, transact } from "../table/transaction.ts";
import { type JobEntity, parseJob } from "./job-entity.ts";
import type { JobFactsRows } from "./job-facts-rows.ts";
import {
  type CallLimits,
  canReturn,
  type JobCondition,
  type Owed,
  roomFor,
  spending,
} from "./job-spending.ts";

type JobChange = Parameters<ReturnType<JobEntity["patch"]>["data"]>[0];

interface Counted {
  readonly usage: ModelUsage;
  /** Whose calls they were; absent for a job that does not keep roles apart. */
  readonly role?: ModelRole;
  /** What the calls cost less than was reserved for them. */
  readonly settled?: Owed;
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

const settling = ({ settled }: Counted): JobChange =>
  settled === undefined ? () => undefined : spending(settled);

export interface JobParts {
  readonly entity: JobEntity;
  readonly rows: JobFactsRows;
  readonly dynamodb: TableClient;
}

/** What calls of models used, counted on their job. Each is false when there is no such job, or for `recordTurn` a later turn. */
export const createJobUsage = (parts: JobParts) => ({
  ...operationsOn(parts, { addUsage }),
  ...operationsOn(parts.entity, { recordTurn, countReading }),
});

/** A change that may come after the job's end: its facts follow. False when its condition did not hold. */
export async function noteLate(
  { rows }: Pick<JobParts, "rows">,
  operation: string,
  change: () => ReturnType<JobEntity["patch"]>,
) {
  const changed = await conditionalCall(operation, () => change().go({ response: "all_new" }));
  if (changed?.data.status === "finished") await rows.keep(parseJob(changed.data));
  return changed !== null;
}

interface RecordedTurn extends Counted {
  readonly tenantId: TenantId;
  readonly jobId: JobId;
  readonly stepNumber: number;
  /** As they stand after it; absent: as they were. */
  readonly taskSteps?: Job["taskSteps"];
  /** What is reserved with it for the turn after it, if the limits leave that. */
  readonly next?: { readonly ahead: NonNullable<Job["ahead"]>; readonly limits: CallLimits } | undefined;
}

/** Counts a turn and its tokens once, however often it is called for the same step, and settles its calls with it. */
async function recordTurn(entity: JobEntity, { next, taskSteps, ...turn }: RecordedTurn): Promise<boolean> {
  const { tenantId, jobId, stepNumber, settled = { tokens: 0, usd: 0 } } = turn;
  const write = (owed: Owed, ahead?: Job["ahead"], room: JobCondition = () => "") =>
    wrote("record the turn", () =>
      entity
        .patch({ tenantId, jobId })
        .set({ stepCount: stepNumber, taskSteps })
        .data(addingUsage(turn))
        .data(spending(owed, ahead))
        .where((job, is) => is.lt(job.stepCount, stepNumber))
        .where(canReturn(owed))
        .where(room)
        .go(),
    );
  const room = next && roomFor(settled, next.limits, next.ahead);
  if (next && room && (await write(settled, next.ahead, room))) return true;
  if (await write(settled)) return true;
  return settled.returned !== undefined && write({ ...settled, returned: undefined });
}

/** What came of calls: written with what they cost while the job runs. */
export interface CallResult {
  readonly write: TableWrite;
  /** Of the agent, if the calls accepted it. */
  readonly claim?: AgentClaim | undefined;
}

/** For calls that made no step. */
async function addUsage(
  parts: JobParts,
  tenantId: TenantId,
  jobId: JobId,
  spent: Counted,
  result?: CallResult,
): Promise<boolean> {
  const change = () => parts.entity.patch({ tenantId, jobId }).data(addingUsage(spent)).data(settling(spent));
  if (result !== undefined) {
    const { write, claim } = result;
    const running = change()
      .set({ claim })
      .where((job, is) => is.ne(job.status, "finished"));
    const { canceled } = await storageCall("count the tokens", () =>
      transact(parts.dynamodb, [running.commit(), write.commit()]),
    );
    if (!canceled) return true;
  }
  // Each by itself, then: what was spent counts, whatever became of the result.
  const counted = await noteLate(parts, "count the tokens", change);
  if (result !== undefined) await wrote("store what a model answered", () => result.write.go());
  return counted;
}

/** A picture that a cloud service read for it. */
const countReading = (entity: JobEntity, tenantId: TenantId, jobId: JobId, usd: number) =>
  wrote("count what was read", () =>
    entity
      .patch({ tenantId, jobId })
      .data(spending({ tokens: 0, usd }))
      .data((job, set) => {
        set.add(job.cloudReadings, 1, 0);
        set.add(job.usage.costUsd, usd, 0);
      })
      .go(),
  );
