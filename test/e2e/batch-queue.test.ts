import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { PublicBatchItem } from "#shared/contracts/api/responses/batch-response.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { type BatchClient, batchClient } from "../../cli/batch/batch-client.ts";
import { eventually, type RunningFarm, startUp } from "./drover-process.ts";

const devices = 2;
const tasks = 16;
/** The jobs wait for the devices, and this machine for neither. */
const deviceMilliseconds = 3_500;

let dir: string;
let farm: RunningFarm;
let client: BatchClient;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-e2e-"));
  farm = await startUp(dir, "--device-profile", String(deviceMilliseconds), "--devices", String(devices));
  client = await batchClient(dir);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[fault D16] times no job of a batch out for the time it waited for a device: many tasks on few devices", async () => {
  // Each may work for so long, and the last waits longer than that for certain: seven jobs come before it on its device.
  const timeoutSeconds = 20;
  const lines = Array.from({ length: tasks }, (_, index) => ({
    taskId: `press-${index + 1}`,
    request: { task: "Press the button", limits: { timeoutSeconds } },
  }));
  const settings = { concurrency: tasks, retry: { inconclusive: 0 } };
  const { batchId } = await client.submit({ name: "queue", lines, settings });
  const over = await eventually(
    "the batch",
    async () => {
      const batch = await client.read(batchId);
      return batch.status === "finished" ? batch : undefined;
    },
    170,
  );
  expect(over.counts).toMatchObject({ attempts: tasks, outcomes: { succeeded: tasks }, errorCodes: {} });
  const pages = everyItem<PublicBatchItem>((cursor) => client.items(batchId, { limit: 100, cursor }));
  const queued = (await Array.fromAsync(pages)).map(({ attempts }) => attempts[0]?.queuedMilliseconds ?? 0);
  expect(Math.max(...queued)).toBeGreaterThan(timeoutSeconds * 1_000);
}, 200_000);
