import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { BatchName } from "#shared/contracts/values/batch-ids.ts";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { at, otherTenantId, tenantId } from "../sample-records.ts";
import { startStorage, type TestStorage } from "../start-storage.ts";

let storage: TestStorage;
beforeAll(async () => {
  storage = await startStorage();
});
afterAll(() => storage.close());

const batchIdOf = (n: number): BatchId => BatchId.parse(`01B${String(n).padStart(23, "0")}`);
const sampleBatch = (n: number, change: Partial<Batch> = {}): Batch =>
  Batch.parse({
    schemaVersion: 1,
    tenantId,
    batchId: batchIdOf(n),
    name: `nightly-${n}`,
    status: "running",
    settings: {},
    lineCount: 0,
    manifest: [],
    createdAt: at,
    ...change,
  });

describe("a batch's name", () => {
  it("is the first's that asks for it, in each tenant apart", async () => {
    const { batches } = storage.repositories;
    const name = BatchName.parse("nightly");
    expect(await batches.claimName(tenantId, name, batchIdOf(1), at)).toBe(batchIdOf(1));
    expect(await batches.claimName(tenantId, name, batchIdOf(2), at)).toBe(batchIdOf(1));
    expect(await batches.claimName(otherTenantId, name, batchIdOf(3), at)).toBe(batchIdOf(3));
    // Its item is not stored yet.
    expect(await batches.byName(tenantId, name)).toBeNull();
    await batches.create(sampleBatch(1, { name }));
    expect(await batches.byName(tenantId, name)).toMatchObject({ batchId: batchIdOf(1), name });
  });
});

describe("a batch", () => {
  it("is stored once, and not seen by another tenant", async () => {
    const { batches } = storage.repositories;
    expect(await batches.create(sampleBatch(10))).toBe(true);
    expect(await batches.create(sampleBatch(10, { status: "paused" }))).toBe(false);
    expect(await batches.get(tenantId, batchIdOf(10))).toEqual(sampleBatch(10));
    expect(await batches.get(otherTenantId, batchIdOf(10))).toBeNull();
  });

  it("loses no change of many who write it at once", async () => {
    const { batches } = storage.repositories;
    await batches.create(sampleBatch(11));
    const add = () =>
      batches.change(tenantId, batchIdOf(11), ({ lineCount }) => ({ lineCount: lineCount + 1 }));
    await Promise.all(Array.from({ length: 8 }, add));
    expect(await batches.get(tenantId, batchIdOf(11))).toMatchObject({ lineCount: 8, revision: 8 });
  });

  it("stays as it is when the change is none, and is none where there is no batch", async () => {
    const { batches } = storage.repositories;
    await batches.create(sampleBatch(12));
    expect(await batches.change(tenantId, batchIdOf(12), () => null)).toEqual(sampleBatch(12));
    expect(await batches.change(tenantId, batchIdOf(99), () => ({ lineCount: 1 }))).toBeNull();
  });

  it("stands in the tenant's list newest first, by status too, and a cursor is for its own list", async () => {
    const { batches } = storage.repositories;
    const other = { tenantId: otherTenantId };
    await batches.create(sampleBatch(20, { ...other, status: "paused" }));
    await batches.create(sampleBatch(21, other));
    await batches.create(sampleBatch(22, { ...other, status: "paused" }));
    const first = await batches.list(otherTenantId, { limit: 2 });
    expect(first.items.map(({ batchId }) => batchId)).toEqual([batchIdOf(22), batchIdOf(21)]);
    const second = await batches.list(otherTenantId, { limit: 2, cursor: first.nextCursor });
    expect(second.items.map(({ batchId }) => batchId)).toEqual([batchIdOf(20)]);
    const paused = await batches.list(otherTenantId, { limit: 9, status: "paused" });
    expect(paused.items.map(({ batchId }) => batchId)).toEqual([batchIdOf(22), batchIdOf(20)]);
    await expect(
      batches.list(otherTenantId, { limit: 2, status: "paused", cursor: first.nextCursor }),
    ).rejects.toMatchObject({ code: "InvalidRequest" });
  });
});
