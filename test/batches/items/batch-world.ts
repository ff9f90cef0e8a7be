import { createPartIndex } from "#batches/submission/manifest-part.ts";
import { handler as finishBatch } from "#functions/finish-batch.ts";
import { handler as prepareRound } from "#functions/prepare-round.ts";
import { handler as settleItem } from "#functions/settle-item.ts";
import { handler as takeItem } from "#functions/take-item.ts";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { manifestIndexKey, manifestKey } from "#shared/contracts/farm/keys.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import { BatchId, HostId, JobId, PoolName } from "#shared/contracts/values/ids.ts";
import {
  type FinishBatchOutput,
  type ItemTurn,
  PrepareRoundOutput,
  RoundEntry,
} from "#shared/contracts/workflow/batch-run.ts";
import { createManifestStore } from "#shared/storage/batches/manifest-store.ts";
import { invoke, type TestFunctions } from "../../functions/start-functions.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";

export { tenantId };

export const firstRound = { round: 1, looks: 0, done: "", vain: 0 };

const noUsage = { calls: 0, inputTokens: 0, outputTokens: 0 };

/** How a job of a line ends; a text is an outcome. `lost`: its execution breaks off before the job has ended. */
export type JobScript = (line: BatchLine, attempt: number) => JobOutcome | "lost";

let lastBatch = 0;

/** A stored batch over these lines, and its machine's states called as the definition calls them. */
export async function startBatch(
  functions: TestFunctions,
  lines: readonly unknown[],
  settings: Readonly<Record<string, unknown>> = {},
) {
  const { repositories, storage, clock } = functions;
  await repositories.pools.put({
    schemaVersion: 1,
    tenantId,
    pool: PoolName.parse("default"),
    queueUrl: "http://127.0.0.1/000000000000/pool",
    updatedAt: clock.now.toISOString(),
  });
  lastBatch += 1;
  const batchId = BatchId.parse(`01B${String(lastBatch).padStart(23, "0")}`);
  const parsed = lines.map((line) => BatchLine.parse(line));
  const part = await storeManifest(functions, batchId, parsed);
  await repositories.batches.create(
    Batch.parse({
      schemaVersion: 1,
      tenantId,
      batchId,
      name: `batch-${lastBatch}`,
      status: "running",
      settings,
      lineCount: parsed.length,
      manifest: [part],
      run: 1,
      createdAt: clock.now.toISOString(),
    }),
  );
  return new BatchUnderTest(functions, batchId, parsed, storage.bucketName);
}

async function storeManifest({ storage }: TestFunctions, batchId: BatchId, lines: readonly BatchLine[]) {
  const [key, indexKey] = [manifestKey(tenantId, batchId, "1"), manifestIndexKey(tenantId, batchId, "1")];
  let bytes = 0;
  const { add, entries } = createPartIndex({ keys: new Set() }, 1);
  for (const line of lines) {
    const to = bytes + Buffer.byteLength(JSON.stringify(line));
    add(line, { from: bytes, to });
    bytes = to + 1;
  }
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  await storage.artifacts.put(key, text, "application/x-ndjson");
  await createManifestStore(storage.artifacts).putIndex({ indexKey }, entries);
  return { key, indexKey, firstLine: 1, lineCount: lines.length, bytes };
}

export class BatchUnderTest {
  readonly functions: TestFunctions;
  readonly batchId: BatchId;
  readonly lines: readonly BatchLine[];
  readonly bucket: string;
  /** The rounds that were run, each with its lines in their order. */
  readonly rounds: {
    readonly kind: string;
    readonly lines: readonly number[];
    readonly concurrency: number;
  }[] = [];

  constructor(functions: TestFunctions, batchId: BatchId, lines: readonly BatchLine[], bucket: string) {
    this.functions = functions;
    this.batchId = batchId;
    this.lines = lines;
    this.bucket = bucket;
  }

  pointer(run = 1) {
    return { schemaVersion: 1, tenantId, batchId: this.batchId, run };
  }

  async prepare(progress: unknown = firstRound, results: string | null = null, run = 1) {
    return PrepareRoundOutput.parse(
      await invoke(prepareRound, { ...this.pointer(run), executionArn: "arn:run", progress, results }),
    );
  }

  async entriesOf({ round }: PrepareRoundOutput): Promise<readonly RoundEntry[]> {
    const text = await this.functions.storage.artifacts.getText(round?.key ?? "");
    return text
      .trim()
      .split("\n")
      .map((line) => RoundEntry.parse(JSON.parse(line)));
  }

  take(entry: RoundEntry, { kind = "whole", looks = 0, run = 1 } = {}): Promise<ItemTurn> {
    return invoke(takeItem, { ...this.pointer(run), entry, kind, looks }) as Promise<ItemTurn>;
  }

  settle(
    entry: RoundEntry,
    jobId: string | null,
    { kind = "whole", error = null as string | null, run = 1 } = {},
  ): Promise<ItemTurn> {
    return invoke(settleItem, { ...this.pointer(run), entry, kind, jobId, error }) as Promise<ItemTurn>;
  }

  finish(revision: number, run = 1): Promise<FinishBatchOutput> {
    return invoke(finishBatch, {
      ...this.pointer(run),
      revision,
      broken: null,
    }) as Promise<FinishBatchOutput>;
  }

  /** What FinishJob would have written of the job. */
  async endJob(jobId: string, outcome: JobOutcome, hostId = "host-a"): Promise<void> {
    const { repositories, clock } = this.functions;
    const id = JobId.parse(jobId);
    const job = await repositories.jobs.get(tenantId, id);
    const device = { deviceId: `${hostId}.one`, hostId: HostId.parse(hostId), leaseEpoch: 1, acquisition: 1 };
    const at = clock.now.toISOString();
    if (job?.status === "queued")
      await repositories.jobs.claim({ tenantId, jobId: id, at, ...device } as never);
    clock.now = new Date(clock.now.getTime() + 1_000);
    await repositories.jobs.addUsage(tenantId, id, {
      usage: {
        ...noUsage,
        calls: 1,
        inputTokens: 100,
        outputTokens: 10,
        costUsd: 0.1,
        pricedCalls: 1,
      } as never,
    });
    const end = { outcome, outcomeReason: `It ${outcome}.` };
    await repositories.jobs.finish({ tenantId, jobId: id, at: clock.now.toISOString(), ...end });
  }

  /** One child of a round, to its end. */
  async child(entry: RoundEntry, kind: string, script: JobScript, run = 1): Promise<ItemTurn> {
    const line = this.lines[entry.line - 1];
    let turn = await this.take(entry, { kind, run });
    while (turn.route === "run" || turn.route === "again") {
      if (turn.route === "again") {
        turn = await this.take(entry, { kind, run });
        continue;
      }
      const job = await this.functions.repositories.jobs.get(tenantId, JobId.parse(turn.jobId));
      const outcome = line === undefined || job === null ? "lost" : script(line, job.batch?.attempt ?? 1);
      if (outcome !== "lost") await this.endJob(turn.jobId ?? "", outcome);
      const error = outcome === "lost" ? "States.TaskFailed" : null;
      turn = await this.settle(entry, turn.jobId, { kind, error, run });
    }
    return turn;
  }

  /** Round by round until nothing is left, as the machine does it; answers how the last one routed. */
  async runToEnd(script: JobScript = () => "succeeded", run = 1): Promise<PrepareRoundOutput> {
    let next = await this.prepare(firstRound, null, run);
    while (next.route === "run" && next.round !== null) {
      const entries = await this.entriesOf(next);
      const { kind, concurrency } = next.round;
      this.rounds.push({ kind, concurrency, lines: entries.map(({ line }) => line) });
      for (const entry of entries) await this.child(entry, kind, script, run);
      next = await this.prepare(next.progress, `${next.round.resultPrefix}/manifest.json`, run);
    }
    if (next.route === "finish") await this.finish(next.revision, run);
    return next;
  }

  /** In the order of their lines. */
  async items(): Promise<readonly BatchItem[]> {
    const all = await Array.fromAsync(this.functions.repositories.batchItems.all(tenantId, this.batchId));
    return all.map(({ item }) => BatchItem.parse(item)).toSorted((a, b) => a.line - b.line);
  }

  counts() {
    return this.functions.repositories.batchItems.counts(tenantId, this.batchId);
  }

  async batch(): Promise<Batch> {
    return Batch.parse(await this.functions.repositories.batches.get(tenantId, this.batchId));
  }

  change(change: Partial<Batch>) {
    return this.functions.repositories.batches.change(tenantId, this.batchId, () => change);
  }
}

/** So many lines of tasks of their own. */
export const plainLines = (count: number, more: Readonly<Record<string, unknown>> = {}) =>
  Array.from({ length: count }, (_, index) => ({
    taskId: `task-${index + 1}`,
    request: { task: `Do thing ${index + 1}` },
    ...more,
  }));
