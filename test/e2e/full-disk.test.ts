import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { isRunning } from "../../local/cloud/process-start.ts";
import { mountSmallDisk, noSmallDisk } from "../small-disk.ts";
import { drover, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

/** More than the 200 MB below which a host takes no work, and room for a farm. */
const disk = mountSmallDisk(400);
const dir = path.join(disk?.dir ?? "", "farm");
let farm: RunningFarm | undefined;

beforeAll(async () => {
  if (disk !== null) farm = await startUp(dir, "--phones", "1");
}, 60_000);

afterAll(async () => {
  await farm?.stop();
  disk?.unmount();
}, 60_000);

it.runIf(disk)(
  `[fault A19] a farm whose disk is full lives on, says so, and does what it was given when there is room${disk ? "" : noSmallDisk}`,
  async () => {
    if (disk === null || farm === undefined) return;
    const api = createApiClient(farm.file);
    disk.fill(100 * 1024 * 1024);
    await eventually("the device says why it takes no work", async () => {
      const [device] = (await api.devices()).items;
      return device?.state === "degraded" && /of disk are free/.test(device.stateReason ?? "")
        ? true
        : undefined;
    });
    const { jobId } = await api.submit({ task: "Turn on Bluetooth" });
    expect(await api.job(jobId)).toMatchObject({
      status: "queued",
      waitingBecause: expect.stringContaining("of disk are free"),
    });
    const warned = await drover("doctor", "--dir", dir);
    expect(warned.stdout).toContain("takes no new work: only");
    expect(warned.code).not.toBe(0);

    disk.fill();
    // Whatever of it has room left: no request may end the farm, and none may hang.
    await Promise.allSettled(Array.from({ length: 5 }, () => api.submit({ task: "Turn on Bluetooth" })));
    expect(await isRunning(farm.file.pid, farm.file.processStart)).toBe(true);

    disk.empty();
    const job = await jobEnded(api, jobId);
    expect(job.outcome, job.outcomeReason).toBe("succeeded");
    await eventually("the doctor finds nothing wrong", async () =>
      (await drover("doctor", "--dir", dir)).code === 0 ? true : undefined,
    );
  },
  120_000,
);
