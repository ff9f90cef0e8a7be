import { describe, expect, it } from "vitest";
import { wantsRetry } from "#batches/items/wants-retry.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";

const at = (minute: number) => `2026-01-01T00:0${minute}:00.000Z`;
const itemKey = "0123456789abcdef0123";
const ended = (outcome: string, minute = 1): BatchItem =>
  BatchItem.parse({
    schemaVersion: 1,
    tenantId: "acme",
    batchId: "01B00000000000000000000001",
    itemKey,
    line: 1,
    taskId: "wifi",
    variant: "default",
    epoch: 1,
    status: "ended",
    attempts: [
      { jobId: "01J00000000000000000000001", attempt: 1, startedAt: at(0), endedAt: at(minute), outcome },
    ],
  });

describe("an order to run items once more", () => {
  it("is for those that ended so before it", () => {
    const batch = { retries: [{ at: at(2), which: "failed" as const }] };
    expect(wantsRetry(batch, ended("failed"))).toBe(true);
    expect(wantsRetry(batch, ended("inconclusive"))).toBe(false);
    expect(wantsRetry(batch, ended("failed", 3))).toBe(false);
  });

  it("for all is for whatever ended, and for none that runs", () => {
    const batch = { retries: [{ at: at(2), which: "all" as const }] };
    expect(wantsRetry(batch, ended("succeeded"))).toBe(true);
    expect(wantsRetry(batch, { ...ended("succeeded"), status: "running" })).toBe(false);
  });

  it("for named items is for these, however they ended", () => {
    const named = ended("succeeded");
    expect(wantsRetry({ retries: [{ at: at(2), itemKeys: [named.itemKey] }] }, named)).toBe(true);
    const other = { ...named, itemKey: BatchItem.shape.itemKey.parse("f".repeat(20)) };
    expect(wantsRetry({ retries: [{ at: at(2), itemKeys: [other.itemKey] }] }, named)).toBe(false);
  });
});
