import * as fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { JobOutcome } from "#shared/contracts/job/job.ts";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { countsOf, flatCounts, sumCounts } from "#shared/rules/batch/item-counts.ts";
import { at, jobIdOf, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

let lastBatch = 0;
const nextBatch = (): BatchId => BatchId.parse(`01C${String(++lastBatch).padStart(23, "0")}`);
const itemKeyOf = (number: number): string => number.toString(16).padStart(2, "0").repeat(10);

const newItem = (batchId: BatchId, number: number): BatchItem =>
  BatchItem.parse({
    schemaVersion: 1,
    tenantId,
    batchId,
    itemKey: itemKeyOf(number),
    line: number + 1,
    taskId: `task-${number}`,
    variant: "default",
    epoch: 1,
    status: "running",
  });

/** What may happen to an item at any time, also twice: each change is made of the item as it was read. */
const changes = {
  begin: (item: BatchItem): BatchItem => ({
    ...item,
    status: "running",
    attempts: [
      ...item.attempts,
      {
        jobId: jobIdOf(item.attempts.length + 1),
        attempt: item.attempts.length + 1,
        startedAt: at,
        steps: 0,
        inputTokens: 0,
        outputTokens: 0,
        wallMilliseconds: 0,
        queuedMilliseconds: 0,
        deviceMilliseconds: 0,
      },
    ],
  }),
  end: (item: BatchItem, outcome: JobOutcome): BatchItem => {
    const [begun, last] = [item.attempts.slice(0, -1), item.attempts.at(-1)];
    if (last === undefined || last.endedAt !== undefined) return item;
    const ended = {
      ...last,
      endedAt: at,
      outcome,
      steps: 3,
      costUsd: 0.1,
      ...(outcome === "inconclusive" ? { errorCode: "DeviceOffline" } : {}),
    };
    return { ...item, status: "ended", attempts: [...begun, ended] };
  },
  defer: (item: BatchItem): BatchItem => ({ ...item, status: "deferred", deferredFor: "retry" }),
  skip: (item: BatchItem): BatchItem => ({ ...item, status: "skipped" }),
} as const;

const step = fc.record({
  number: fc.integer({ min: 0, max: 5 }),
  change: fc.constantFrom("begin", "end", "defer", "skip"),
  outcome: fc.constantFrom(...JobOutcome.options),
  /** Written again from what was read before, as a function that was invoked twice does. */
  twice: fc.boolean(),
});

it("[fault D22] counts are the items' sums, however changes meet, are repeated, or break off", async () => {
  const { batchItems } = storage.repositories;
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
    const batchId = nextBatch();
    // All at once: those of one item meet, and all but one of them lose and are given up.
    await Promise.all(
      steps.map(async ({ number, change, outcome, twice }) => {
        const fresh = newItem(batchId, number);
        const kept = await batchItems.get(tenantId, batchId, fresh.itemKey);
        const after = changes[change](kept?.item ?? fresh, outcome);
        if (after.attempts.length > 20) return;
        const wrote = await batchItems.change(kept, after);
        if (twice && wrote) expect(await batchItems.change(kept, after)).toBe(false);
      }),
    );
    const items = (await Array.fromAsync(batchItems.all(tenantId, batchId))).map(({ item }) => item);
    const sums = sumCounts(items.map((item) => flatCounts(countsOf(item))));
    expect(await batchItems.counts(tenantId, batchId)).toEqual(sums);
  });
  await fc.assert(property, { numRuns: 25 });
});

it("items that are added together are counted once each, also when one of them is there already", async () => {
  const { batchItems } = storage.repositories;
  const batchId = nextBatch();
  const skipped = Array.from({ length: 120 }, (_, number) => changes.skip(newItem(batchId, number)));
  await batchItems.change(null, changes.begin(newItem(batchId, 7)));
  await batchItems.addAll(skipped);
  await batchItems.addAll(skipped);
  expect(await batchItems.counts(tenantId, batchId)).toMatchObject({ running: 1, skipped: 119, attempts: 1 });
});
