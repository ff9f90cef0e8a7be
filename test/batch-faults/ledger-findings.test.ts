import { describe, expect, it } from "vitest";
import { Batch } from "#shared/contracts/batch/batch.ts";
import { BatchCounts } from "#shared/contracts/batch/batch-counts.ts";
import { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import {
  at,
  deviceId,
  hostId,
  jobIdOf,
  sampleJob,
  sampleStep,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { findings } from "./ledger-findings.ts";
import type { Ledger } from "./read-ledger.ts";

const batchId = `01B${"0".repeat(23)}`;
const second = (n: number): string => new Date(Date.parse(at) + n * 1_000).toISOString();

const jobOf = (n: number, change: Record<string, unknown> = {}) =>
  sampleJob({
    jobId: jobIdOf(n),
    status: "finished",
    outcome: "succeeded",
    deviceId,
    hostId,
    leaseEpoch: n,
    stepCount: 1,
    usage: { calls: 1, inputTokens: 100, outputTokens: 10 },
    ...change,
  });

const itemOf = (n: number, attempts: readonly Record<string, unknown>[], change = {}) =>
  BatchItem.parse({
    schemaVersion: 1,
    tenantId,
    batchId,
    itemKey: n.toString(16).padStart(2, "0").repeat(10),
    line: n,
    taskId: `task-${n}`,
    variant: "default",
    epoch: 1,
    status: "ended",
    attempts: attempts.map((attempt, index) => ({
      attempt: index + 1,
      startedAt: at,
      outcome: "succeeded",
      steps: 1,
      inputTokens: 100,
      outputTokens: 10,
      ...attempt,
    })),
    ...change,
  });

/** Two jobs, one after the other on one phone, as they should be. */
const sound: Ledger = {
  batch: Batch.parse({
    schemaVersion: 1,
    tenantId,
    batchId,
    name: "faults",
    status: "finished",
    settings: { budget: { tokens: 1_000 } },
    lineCount: 2,
    manifest: [],
    createdAt: at,
  }),
  counts: BatchCounts.parse({
    outcomes: { succeeded: 2 },
    attempts: 2,
    steps: 2,
    inputTokens: 200,
    outputTokens: 20,
  }),
  items: [itemOf(1, [{ jobId: jobIdOf(1) }]), itemOf(2, [{ jobId: jobIdOf(2) }])],
  jobs: [jobOf(1), jobOf(2)],
  steps: new Map([
    [jobIdOf(1), [sampleStep({ jobId: jobIdOf(1), performedAt: second(5) })]],
    [jobIdOf(2), [sampleStep({ jobId: jobIdOf(2), performedAt: second(15) })]],
  ]),
  leases: [1, 2].map((n) => ({
    time: second(n * 10 - 10),
    message: "lease" as const,
    jobId: jobIdOf(n),
    deviceId,
    epoch: n,
  })),
};

const broken = (change: Partial<Ledger>): readonly string[] =>
  findings({ ...sound, ...change }, 2).flatMap(({ rule, held, detail }) =>
    held ? [] : [`${rule}: ${detail}`],
  );

describe("what must hold after faults", () => {
  it("holds of a sound batch", () => {
    expect(broken({})).toEqual([]);
  });

  it("does not of a line that was lost, or whose job never ended", () => {
    const [first] = sound.items;
    expect(broken({ items: first === undefined ? [] : [first] })[0]).toContain("1 lines have no item");
    const open = itemOf(2, [{ jobId: jobIdOf(2), outcome: undefined }], { status: "running" });
    expect(broken({ items: [...sound.items.slice(0, 1), open] })[0]).toContain("task-2#1 is running");
  });

  it("does not of what was run again although it had come to an end", () => {
    const twice = itemOf(2, [{ jobId: jobIdOf(2) }, { jobId: jobIdOf(3) }]);
    expect(broken({ items: [...sound.items.slice(0, 1), twice] })[0]).toContain(
      "run twice to completion: 1: task-2#1",
    );
  });

  it("does not of a job whose agent is blamed, or whose batch says otherwise than itself", () => {
    const [blamed, other] = broken({
      jobs: [jobOf(1), jobOf(2, { outcome: "failed", outcomeReason: "Lost." })],
    });
    expect(blamed).toContain(`counts as the agent's: 1: ${jobIdOf(2)} failed: Lost.`);
    expect(other).toContain(`${jobIdOf(2)}: failed and succeeded`);
  });

  it("does not of a lease that two jobs had", () => {
    expect(broken({ jobs: [jobOf(1), jobOf(2, { leaseEpoch: 1 })] })).toEqual([
      `no device under two leases: 1: ${deviceId}: epoch 1 is of ${jobIdOf(1)} and ${jobIdOf(2)}`,
    ]);
  });

  it("does not of a step that was done on a device that another job had by then", () => {
    const late = new Map(sound.steps).set(jobIdOf(1), [
      sampleStep({ jobId: jobIdOf(1), performedAt: second(12) }),
    ]);
    expect(broken({ steps: late })).toEqual([
      expect.stringContaining(`step 1 of ${jobIdOf(1)} after the lease of ${jobIdOf(2)} had begun`),
    ]);
  });

  it("does not of a counter that differs from the jobs", () => {
    const [wrong] = broken({ counts: { ...sound.counts, steps: 3 } });
    expect(wrong).toContain("steps: counted 3, sum 2");
  });

  it("does not of a long task that took fewer steps than it needs on the device that was judged", () => {
    const task =
      "Turn on Bluetooth, then set an alarm for 7:30, then turn off Wi-Fi, then turn on airplane mode";
    const long = (stepCount: number, lostSteps?: number) => ({
      jobs: [jobOf(1), jobOf(2, { task, stepCount, lostSteps })],
      counts: { ...sound.counts, steps: stepCount + 1 },
      items: [itemOf(1, [{ jobId: jobIdOf(1) }]), itemOf(2, [{ jobId: jobIdOf(2), steps: stepCount }])],
    });
    expect(broken(long(33, 13))).toEqual([]);
    expect(broken(long(30, 13))).toEqual([`long tasks took their steps: 1: ${jobIdOf(2)} made 17 of 19`]);
  });

  it("does not of a budget that was passed", () => {
    const dear = jobOf(2, { usage: { calls: 1, inputTokens: 1_000, outputTokens: 10 } });
    expect(broken({ jobs: [jobOf(1), dear] })).toEqual(["budgets kept: 1: 1120 tokens of 1000"]);
  });
});
