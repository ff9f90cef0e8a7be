import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { DeviceApps } from "../../shared/contracts/api/device-apps.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { type RunningFarm, startUpIn } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-apps-e2e-"));
  const config = path.join(dir, "drover.config.mjs");
  await writeFile(config, "export default { apps: { describe: true } };");
  farm = await startUpIn({}, dir, "--phones", "1", "--config", config);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[spec R13] a device's apps are listed once a job was on it, and what they are for once a model said so", async () => {
  const { items } = await createApiClient(farm.file).devices();
  const id = items[0]?.deviceId ?? "";
  const before = await commandLineHere("devices", "apps", id, "--dir", dir);
  expect(before.code).toBe(2);
  expect(before.stderr).toContain("are not known yet");
  expect((await commandLineHere("run", "Turn on Bluetooth", "--dir", dir)).code).toBe(0);
  // The model is asked after the job's end.
  const listed = async () => (await commandLineHere("devices", "apps", id, "--dir", dir)).stdout;
  await expect.poll(listed).toContain("set alarms and timers");
  expect(await listed()).toMatch(
    /^Clock +com\.android\.deskclock +\d+ +set alarms and timers, measure time$/m,
  );
  const { stdout } = await commandLineHere("devices", "apps", id, "--json", "--dir", dir);
  expect(DeviceApps.parse(JSON.parse(stdout))).toMatchObject({
    deviceId: id,
    locale: "en-US",
    items: expect.arrayContaining([expect.objectContaining({ label: "Settings" })]),
  });
}, 90_000);
