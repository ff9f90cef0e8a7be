import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { BatchResponse, PublicBatchItem } from "#shared/contracts/api/responses/batch-response.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { type BatchClient, batchClient } from "../../cli/batch/batch-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { eventually, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let client: BatchClient;

/** Each command takes a device so long: jobs are seen while they run. */
const deviceMilliseconds = 100;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-e2e-"));
  farm = await startUp(dir, "--device-profile", String(deviceMilliseconds), "--devices", "20");
  client = await batchClient(dir);
}, 60_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const press = (times: number): string =>
  times === 1 ? "Press the button" : `Press the button ${times} times`;
const lines = (count: number, times = 4, more: object = {}) =>
  Array.from({ length: count }, (_, index) => ({
    taskId: `press-${index + 1}`,
    request: { task: press(times) },
    ...more,
  }));
const by = { by: "Ada", reason: "to see" };
const until = (id: string, seen: (batch: BatchResponse) => boolean): Promise<BatchResponse> =>
  eventually(
    `batch ${id}`,
    async () => {
      const batch = await client.read(id);
      return seen(batch) ? batch : undefined;
    },
    170,
  );
const ended = (id: string) => until(id, ({ status }) => status !== "running" && status !== "cancelling");
const itemsOf = (id: string): Promise<PublicBatchItem[]> =>
  Array.fromAsync(everyItem<PublicBatchItem>((cursor) => client.items(id, { limit: 100, cursor })));

describe("a batch on a farm", () => {
  it("runs more jobs at once when it is told to while it runs", async () => {
    const settings = { concurrency: 1 };
    const { batchId } = await client.submit({ name: "faster", lines: lines(50), settings });
    const slow = await until(batchId, ({ progress }) => progress.ended >= 2);
    expect(slow.progress.running).toBeLessThanOrEqual(1);
    await client.steer(batchId, { ...by, settings: { concurrency: 20 } });
    const fast = await until(batchId, ({ progress }) => progress.running > 10 || progress.ended === 50);
    expect(fast.progress.running).toBeGreaterThan(10);
    expect(await ended(batchId)).toMatchObject({
      status: "finished",
      counts: { outcomes: { succeeded: 50 }, attempts: 50 },
      changes: [{ ...by, change: "concurrency: 1 → 20" }],
    });
  }, 180_000);

  it("lets the lines of a paused variant wait while others run, and runs single items once more", async () => {
    const both = [...lines(4, 1, { variant: "a" }), ...lines(4, 1, { variant: "b" })];
    // One at a time, so that the pause comes before most of them.
    const { batchId } = await client.submit({ name: "variants", lines: both, settings: { concurrency: 1 } });
    await client.steer(batchId, { ...by, pausedVariants: ["b"] });
    await until(batchId, ({ statusReason }) => statusReason?.includes("paused") === true);
    const waiting = await itemsOf(batchId);
    expect(waiting.filter(({ variant }) => variant === "a").map(({ status }) => status)).toEqual(
      Array(4).fill("ended"),
    );
    expect(waiting.filter(({ variant }) => variant === "b").length).toBeLessThan(4);
    await client.cancel(batchId, by);
    const over = await ended(batchId);
    expect(over).toMatchObject({ status: "cancelled", progress: { pending: 0, share: 1 } });
    const [first] = waiting;
    await client.requeue(batchId, { ...by, itemKeys: [first?.itemKey ?? ""] });
    expect(await ended(batchId)).toMatchObject({ status: "finished" });
    const again = (await itemsOf(batchId)).find(({ itemKey }) => itemKey === first?.itemKey);
    expect(again?.attempts).toHaveLength(2);
  }, 180_000);

  it("cancelled in flight ends its jobs and says of every line what became of it", async () => {
    const { batchId } = await client.submit({
      name: "cancelled",
      lines: lines(60, 40),
      settings: { concurrency: 10 },
    });
    await until(batchId, ({ progress }) => progress.running === 10);
    const { code, stdout, stderr } = await commandLineHere(
      "batch",
      "cancel",
      "cancelled",
      "--reason",
      "wrong",
      "--dir",
      dir,
    );
    expect(code, stderr).toBe(0);
    expect(stdout).toContain("cancelled is cancel");
    const over = await ended(batchId);
    expect(over).toMatchObject({ status: "cancelled", progress: { pending: 0, running: 0, share: 1 } });
    const { outcomes, skippedFor } = over.counts;
    expect((outcomes.cancelled ?? 0) + (outcomes.succeeded ?? 0) + (skippedFor.cancelled ?? 0)).toBe(60);
    expect(skippedFor.cancelled).toBeGreaterThan(0);
    expect((await commandLineHere("batch", "watch", "cancelled", "--dir", dir)).code).toBe(5);
  }, 180_000);

  it("is paused when its budget is used up, says so, and goes on when that is raised", async () => {
    const budget = { steps: 8, onBreach: "pause" as const };
    const settings = { concurrency: 2, budget };
    const { batchId } = await client.submit({ name: "budget", lines: lines(6, 3), settings });
    const paused = await until(batchId, ({ status }) => status === "paused");
    expect(paused).toMatchObject({ pausedFor: "budget", statusReason: expect.stringContaining("8 steps") });
    await expect(client.resume(batchId, by)).rejects.toThrow("is used up");
    await client.steer(batchId, { ...by, settings: { budget: { steps: 1_000 } } });
    const { counts, status } = await ended(batchId);
    expect(status).toBe("finished");
    expect((counts.outcomes.succeeded ?? 0) + (counts.outcomes.over_budget ?? 0)).toBe(6);
  }, 240_000);

  it("counts a job of more than a hundred steps, which goes on as another execution, once", async () => {
    // A script, because the practice model gives up long before.
    const steps = Array.from({ length: 110 }, () => ({ tap: "Button" }));
    const source = { kind: "script" as const, script: { version: 1 as const, task: press(110), steps } };
    const request = { task: press(110), limits: { maxSteps: 150 }, source };
    const { batchId } = await client.submit({ name: "long", lines: [{ taskId: "long", request }] });
    const { counts } = await ended(batchId);
    expect(counts).toMatchObject({ attempts: 1, outcomes: { succeeded: 1 } });
    expect(counts.steps).toBeGreaterThan(100);
  }, 180_000);
});
