import { Batch } from "#shared/contracts/batch/batch.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import type { FailedCheck } from "#shared/contracts/judging/failed-check.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";
import { seededRandom } from "#shared/rules/statistics/seeded-random.ts";
import { farmTenant, type SeededFarm } from "./seeded-farm.ts";

export interface SeededBatch {
  /** Tells batches of one farm apart. */
  readonly number: number;
  readonly jobs: number;
  readonly tasks?: number;
  readonly variants?: readonly string[];
  /** So many of the last lines were not taken yet; then the batch runs. */
  readonly pending?: number;
  readonly seed?: number;
  /** Of each job, from 0 to 1. */
  readonly skill?: number;
  readonly change?: Readonly<Record<string, unknown>>;
  /** Of each job; absent: some and some more. */
  readonly steps?: number;
  /** Instead of why jobs ended as they did. */
  readonly said?: string;
}

const hosts = ["b-1", "b-2", "b-3", "b-4"] as const;
const minute = 60_000;

export const seededBatchId = (number: number): BatchId =>
  BatchId.parse(`01KB${String(number).padStart(22, "0")}`);
/** Of the n-th line, from 1. */
export const batchJobId = (batch: number, line: number): string =>
  `01KJ${String(batch).padStart(6, "0")}${String(line).padStart(16, "0")}`;

export const itemKeyOf = (line: number): string => line.toString(16).padStart(20, "0");

interface Ending {
  readonly outcome: JobOutcome;
  readonly outcomeReason?: string;
  readonly failedCheck?: FailedCheck;
  readonly errorCode?: string;
  readonly hostId?: string;
}

const contact: FailedCheck = {
  kind: "contentRow",
  place: "rows of content://com.android.contacts/data/phones",
  expected: "a row with display_name=Ångström",
  actual: "display_name=Angstrom in the nearest of 3 rows",
};

/** What jobs come to: most succeed, some repeat themselves, and one host loses its phones. */
function ending(chance: number, line: number, skill: number): Ending {
  if (chance < skill) return { outcome: "succeeded" };
  const rest = (chance - skill) / (1 - skill);
  if (rest < 0.45)
    return {
      outcome: "failed",
      outcomeReason: "The agent repeated itself, though it was told so.",
    };
  if (rest < 0.75)
    return {
      outcome: "failed",
      outcomeReason: checkSentence(contact),
      failedCheck: contact,
    };
  if (rest < 0.93)
    return {
      outcome: "inconclusive",
      outcomeReason: `device 'emulator-${5554 + 2 * (line % 8)}' not found`,
      errorCode: "DeviceDisconnected",
      hostId: "b-3",
    };
  if (rest < 0.97) return { outcome: "over_budget", outcomeReason: "The models used 50112 tokens of 50000." };
  return { outcome: "cancelled", outcomeReason: "Cancelled by an operator." };
}

const said = ({ failedCheck }: Ending, words: string) => ({
  outcomeReason: words,
  ...(failedCheck && { failedCheck: { ...failedCheck, actual: words } }),
});

/** Stores a batch and its items as they are after it ran, without having run it: ten thousand take some seconds. */
export async function seedBatch(
  { repositories }: Pick<SeededFarm, "repositories">,
  seeded: SeededBatch,
): Promise<BatchId> {
  const { number, jobs, tasks = 100, variants = ["claude-haiku-5-5"], pending = 0, skill = 0.8 } = seeded;
  const batchId = seededBatchId(number);
  const random = seededRandom(seeded.seed ?? number);
  const start = Date.now() - 3_600_000;
  const at = (milliseconds: number): string => new Date(start + milliseconds).toISOString();
  const taskIds = Array.from({ length: tasks }, (_task, task) => taskName(task));
  await repositories.batches.claimName(farmTenant, BatchName.parse(`nightly-${number}`), batchId, at(0));
  await repositories.batches.create(
    Batch.parse({
      schemaVersion: 1,
      tenantId: farmTenant,
      batchId,
      name: `nightly-${number}`,
      status: pending > 0 ? "running" : "finished",
      settings: { concurrency: 40, budget: { costUsd: 40 } },
      variants,
      taskCount: tasks,
      lineCount: jobs,
      manifest: [],
      run: 1,
      createdAt: at(0),
      startedAt: at(0),
      ...(pending > 0 ? {} : { finishedAt: at(55 * minute) }),
      changes: [
        { at: at(minute), by: "Ada", reason: "The phones stand idle.", change: "concurrency from 20 to 40" },
      ],
      ...seeded.change,
    }),
  );
  const items = Array.from({ length: jobs - pending }, (_item, index) => {
    const line = index + 1;
    const running = pending > 0 && line > jobs - pending - 40;
    const hard = (index % tasks) / tasks;
    const { hostId = hosts[line % hosts.length === 2 && line % 12 !== 2 ? 0 : line % hosts.length], ...end } =
      ending(random(), line, Math.min(0.98, Math.max(0.05, skill + 0.3 * (0.5 - hard))));
    const lasted = 20_000 + Math.round(random() * 240_000 * (0.5 + hard));
    return BatchItem.parse({
      schemaVersion: 1,
      tenantId: farmTenant,
      batchId,
      itemKey: itemKeyOf(line),
      line,
      taskId: taskIds[index % tasks],
      variant: variants[Math.floor(index / tasks) % variants.length],
      epoch: 1 + Math.floor(index / tasks / variants.length),
      status: running ? "running" : "ended",
      attempts: [
        {
          jobId: batchJobId(number, line),
          attempt: 1,
          startedAt: at(Math.round((index / jobs) * 50) * minute),
          hostId,
          deviceId: `${hostId}.emulator-${5554 + 2 * (line % 8)}`,
          androidRelease: "14",
          app: "com.android.deskclock",
          ...(running
            ? {}
            : {
                ...end,
                ...(seeded.said === undefined ? {} : said(end, seeded.said)),
                endedAt: at(Math.round((index / jobs) * 50) * minute + lasted),
                steps: seeded.steps ?? 3 + Math.floor(random() * 25),
                inputTokens: 20_000 + Math.floor(random() * 60_000),
                outputTokens: 1_000,
                costUsd: 0.001 + Math.round(random() * 5_000) / 1_000_000,
                wallMilliseconds: lasted,
                deviceMilliseconds: lasted * 0.9,
              }),
        },
      ],
    });
  });
  await repositories.batchItems.addAll(items);
  return batchId;
}

interface SeededLine {
  /** The batch's. */
  readonly number: number;
  readonly line: number;
  readonly taskId: string;
  readonly variant: string;
}

/** One more job of the batch has ended well. */
export async function seedEnded(
  { repositories }: Pick<SeededFarm, "repositories">,
  batchId: BatchId,
  { number, line, taskId, variant }: SeededLine,
): Promise<void> {
  const at = new Date().toISOString();
  const attempt = {
    jobId: batchJobId(number, line),
    attempt: 1,
    startedAt: at,
    endedAt: at,
    outcome: "succeeded",
  };
  const item = BatchItem.parse({
    schemaVersion: 1,
    tenantId: farmTenant,
    batchId,
    itemKey: itemKeyOf(line),
    line,
    taskId,
    variant,
    epoch: 9,
    status: "ended",
    attempts: [attempt],
  });
  await repositories.batchItems.addAll([item]);
}

const verbs = [
  "set-alarm",
  "add-contact",
  "dark-theme",
  "bluetooth-on",
  "timer",
  "find-wifi",
  "rename-phone",
];
const taskName = (task: number): string =>
  `${verbs[task % verbs.length]}.${Math.floor(task / verbs.length) + 1}`;
