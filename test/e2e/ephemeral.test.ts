import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "#cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, eventually, jobEnded, type RunningFarm, startUpIn } from "./drover-process.ts";

const bell = `export default ({ defineScreen, text }) => ({
  packageName: "org.example.bell", label: "Bell", versionName: "1", versionCode: 1, icon: { name: "check", color: "#00796b" },
  launcherActivity: "org.example.bell/.Main",
  screens: [defineScreen({ component: "org.example.bell/.Main", initialState: () => ({}), render: () => ({ root: text("Ring", { size: 20 }) }) })],
});`;

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-ephemeral-"));
  const apps = path.join(dir, "apps");
  await mkdir(path.join(apps, "bell"), { recursive: true });
  await writeFile(path.join(apps, "bell", "app.ts"), bell);
  farm = await startUpIn({}, dir, "--ephemeral", "2", "--virtual-apps", apps, "--phone-latency", "zero");
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[spec G6] a farm without a phone makes one for each job, by command and API, and ends it after the job", async () => {
  const api = createApiClient(farm.file);
  expect((await api.devices()).items).toEqual([]);
  const ran = await commandLineHere(
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

it("has the user's own apps on the phones that it makes", async () => {
  const ran = await commandLineHere(
    ...["run", "Open the Bell app", "--check", "app:org.example.bell", "--json", "--dir", dir],
  );
  expect(doneJob(ran), ran.stderr).toMatchObject({ outcome: "succeeded" });
}, 90_000);
