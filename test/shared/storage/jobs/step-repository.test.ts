import { PutCommand, ScanCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ActionOutcome, Step } from "#shared/contracts/step/step.ts";
import { ErrorId } from "#shared/contracts/values/ids.ts";
import {
  at,
  jobIdOf,
  sampleError,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

let storage: TestStorage;
let steps: TestStorage["repositories"]["steps"];
beforeAll(async () => {
  storage = await startStorage();
  steps = storage.repositories.steps;
});
afterAll(() => storage.close());

const done: ActionOutcome = { ok: true, effect: "done", retries: 0 };
const unknown: ActionOutcome = { ok: false, effect: "indeterminate", retries: 0 };
const errorId = ErrorId.parse(jobIdOf(5));

/** The step's item as it was before a step had several actions. */
async function storeAsVersion1(step: Step, parts: Record<string, unknown>): Promise<void> {
  await steps.put(step);
  const { dynamodb } = storage.clients;
  const { tableName: TableName } = storage;
  const { Items = [] } = await dynamodb.send(new ScanCommand({ TableName }));
  const { actions: _, ...item } =
    Items.find(({ jobId, stepNumber }) => jobId === step.jobId && stepNumber === step.stepNumber) ?? {};
  await dynamodb.send(new PutCommand({ TableName, Item: { ...item, schemaVersion: 1, ...parts } }));
}

describe("one step", () => {
  it("[fault D9] stands as it was stored first when a retried function stores it again", async () => {
    const step = sampleStep({ jobId: jobIdOf(1) });
    expect(await steps.put(step)).toBe(true);
    expect(await steps.put({ ...step, thinking: "Something else." })).toBe(false);
    expect(await steps.get(tenantId, step.jobId, 1)).toEqual(step);
  });

  it("gathers what model, host and verification know of it", async () => {
    const key = { tenantId, jobId: jobIdOf(2), stepNumber: 1 };
    await steps.put(sampleStep({ ...key, timings: { inferenceMilliseconds: 800 } }));
    const after = sampleObservation({ treeHash: "hash-1" });
    await steps.complete({
      ...key,
      performedAt: at,
      outcome: done,
      after,
      timings: { executionMilliseconds: 60 },
    });
    await steps.verify({ ...key, verifiedAt: at, screenChanged: true, feedback: "The screen changed." });
    expect(await steps.get(tenantId, key.jobId, 1)).toMatchObject({
      outcome: done,
      after,
      timings: { inferenceMilliseconds: 800, executionMilliseconds: 60, settleMilliseconds: 0 },
      screenChanged: true,
      feedback: "The screen changed.",
    });
  });

  it("keeps a certain outcome, and takes a late one over a doubtful one", async () => {
    const key = { tenantId, jobId: jobIdOf(3), stepNumber: 1 };
    await steps.put(sampleStep(key));
    expect(await steps.closeOpen({ ...key, outcome: unknown, errorId })).toBe(true);
    expect(await steps.complete({ ...key, performedAt: at, outcome: done })).toMatchObject({ outcome: done });
    expect(await steps.closeOpen({ ...key, outcome: unknown, errorId })).toBe(false);
    expect(await steps.complete({ ...key, performedAt: at, outcome: unknown })).toBeNull();
  });

  it("is read as of this version when version 1 stored it, with one action a turn", async () => {
    const step = sampleStep({ jobId: jobIdOf(8) });
    const deviceAction = { action: "tap", coordinate: [0.5, 0.5] };
    const tapped = { action: { action: "tap", element: 3 }, deviceAction, element: 'SWITCH "Wi-Fi"' };
    const finished = { action: { action: "FINISH", success: true } };
    await storeAsVersion1(step, { ...tapped, outcome: done });
    await storeAsVersion1({ ...step, stepNumber: 2 }, finished);
    const first = { ...step, actions: [{ ...tapped, outcome: done }], outcome: done };
    expect(await steps.get(tenantId, step.jobId, 1)).toEqual(first);
    const { items } = await steps.list(tenantId, step.jobId, { limit: 10 });
    expect(items).toEqual([first, { ...step, stepNumber: 2, actions: [finished] }]);
  });

  it("is not made by completing or verifying one that was never predicted", async () => {
    const key = { tenantId, jobId: jobIdOf(4), stepNumber: 3 };
    expect(await steps.complete({ ...key, performedAt: at, outcome: done })).toBeNull();
    expect(await steps.verify({ ...key, verifiedAt: at, screenChanged: false })).toBe(false);
    expect(await steps.get(tenantId, key.jobId, 3)).toBeNull();
  });
});

describe("a job's steps", () => {
  const jobId = jobIdOf(6);
  beforeAll(async () => {
    // The job itself and its errors lie in the same partition.
    await storage.repositories.jobs.create(sampleJob({ jobId }));
    await storage.repositories.errors.put(sampleError({ jobId }));
    for (let n = 1; n <= 12; n += 1) await steps.put(sampleStep({ jobId, stepNumber: n }));
  });
  const walk = async (limit: number, newestFirst: boolean) => {
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await steps.list(tenantId, jobId, { limit, cursor, newestFirst });
      seen.push(...page.items.map((step) => step.stepNumber));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return seen;
  };

  it("are read in order either way, each once, at any page size", async () => {
    const inOrder = Array.from({ length: 12 }, (_, n) => n + 1);
    for (const limit of [1, 5, 12, 100]) {
      expect(await walk(limit, false)).toEqual(inOrder);
      expect(await walk(limit, true)).toEqual([...inOrder].reverse());
    }
  });

  it("do not take a cursor of another job", async () => {
    const { nextCursor } = await steps.list(tenantId, jobId, { limit: 1 });
    await expect(steps.list(tenantId, jobIdOf(7), { limit: 1, cursor: nextCursor })).rejects.toMatchObject({
      name: "InvalidRequest",
    });
  });
});
