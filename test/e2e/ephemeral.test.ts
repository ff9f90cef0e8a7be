import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "#cli/api-client.ts";
import { doneJob, drover, eventually, jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-ephemeral-"));
  farm = await startUpIn({}, dir, "--ephemeral", "2");
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[spec G6] a farm without a phone makes one for each job, by command and API, and ends it after the job", async () => {
  const api = createApiClient(farm.file);
  expect((await api.devices()).items).toEqual([]);
  const ran = await drover(
    ...["run", "Turn on Bluetooth", "--check", "setting:global/bluetooth_on=1", "--json", "--dir", dir],
  );
  const first = doneJob(ran);
  expect(first, ran.stderr).toMatchObject({ outcome: "succeeded" });
  expect(ran.stderr).not.toContain("has no devices");
  const validators = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }];
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", validators });
  // What the job before did is not there any more: it has work to do.
  const second = await jobEnded(api, jobId);
  expect(second).toMatchObject({ outcome: "succeeded", outcomeReason: "Every validator passed." });
  expect(second.deviceId).not.toBe(first.deviceId);
  const ended = { state: "offline", stateReason: expect.stringContaining("its job has ended") };
  await eventually("both phones have ended", async () => {
    const { items } = await api.devices();
    return items.length === 2 && items.every(({ state }) => state === "offline") ? true : undefined;
  });
  expect((await api.devices()).items).toEqual([
    expect.objectContaining(ended),
    expect.objectContaining(ended),
  ]);
}, 90_000);
