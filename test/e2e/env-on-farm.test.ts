import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createSessionClient } from "../../cli/session-client.ts";
import { readFarmFile } from "../../local/farm-file.ts";
import { RfcClient } from "../cli/env/rfc-client.ts";
import { bluetoothTaps, elementWith } from "../cli/env/start-env.ts";
import { ended, eventually, type RunningFarm, spawnDrover, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let url: string;
let server: ReturnType<typeof spawnDrover>;

/** The phone of the farm is behind the adb server of another process, as a real device is. */
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-env-farm-"));
  const config = path.join(dir, "drover.config.mjs");
  await writeFile(config, 'export default { policy: { most: { packages: { deny: ["com.android.deskclock"] } } } };\n');
  farm = await startUp(dir, "--phones", "1", "--config", config);
  server = spawnDrover([
    "env",
    "serve",
    "tasks/settings.yaml",
    "--farm",
    "--dir",
    dir,
    "--port",
    "0",
    "--open",
    "--wait",
    "60",
  ]);
  if (server.stdout === null) throw new Error("no output");
  [url] = (await once(createInterface(server.stdout), "line")) as [string];
}, 90_000);
afterAll(async () => {
  const over = ended(server);
  server.kill("SIGTERM");
  await over;
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 90_000);

const records = async (): Promise<readonly { kind: string }[]> =>
  (await readFile(path.join(dir, "env-episodes.jsonl"), "utf8").catch(() => ""))
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));

it("[spec G8] the same address serves devices of a farm, each episode on a clean one", async () => {
  const client = await RfcClient.connect(url);
  await client.reset({ task: "bluetooth-on", seed: 1 });
  const sessions = createSessionClient(farm.file);
  expect((await sessions.list()).items[0]).toMatchObject({ labels: { by: "drover-env" }, status: "ready" });
  let seen = await client.step({ action: "open_app", app: "Settings" });
  for (const words of bluetoothTaps)
    seen = await client.step({ action: "tap", element: elementWith(seen.observation, words) });
  expect(await client.step({ action: "FINISH", status: "success" })).toMatchObject({ reward: 1, done: true });
  await client.reset({ task: "bluetooth-on", seed: 1 });
  const { observation } = await client.step({ action: "open_app", app: "Clock" });
  expect(observation.last).toMatchObject({ ok: false, message: expect.stringContaining("policy") });
  expect(await client.step({ action: "FINISH", status: "infeasible" })).toMatchObject({ reward: 0 });
  await client.close();
  const open = async () => (await sessions.list()).items.filter(({ status }) => status !== "ended");
  await eventually("every session has ended", async () => (await open()).length === 0 || undefined);
}, 120_000);

it("[fault E12] a device that is lost ends its episode with EXECUTION_ERROR, never with a reward", async () => {
  const client = await RfcClient.connect(url);
  await client.reset({ task: "bluetooth-on", seed: 1 });
  const { processes } = (await readFarmFile(dir)) ?? {};
  process.kill(processes?.phones ?? 0, "SIGKILL");
  expect(await client.error("step", { action: "home" })).toMatchObject({ code: "EXECUTION_ERROR" });
  expect(await client.state()).toMatchObject({ done: true, reward: null });
  await eventually("the fault is logged", async () => (await records()).find(({ kind }) => kind === "fault"));
}, 120_000);
