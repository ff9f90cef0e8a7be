import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { startPhones } from "@drover/virtual-android";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { drover, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

const clock = "com.android.deskclock";
const database = `/data/user_de/0/${clock}/databases/alarms.db`;

let dir: string;
let phones: Awaited<ReturnType<typeof startPhones>>;
let farm: RunningFarm;
let api: ApiClient;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-crash-"));
  // In mid-job: the clock is open, and the alarm is not set.
  const inMidJob = { command: "^shell:.*input tap", times: 1 };
  const crash = { fault: "app-crash", package: clock, ...inMidJob, after: 2 };
  const anr = { fault: "app-anr", package: "com.android.systemui", ...inMidJob, after: 5 };
  const faultScript = path.join(dir, "faults.json");
  await writeFile(faultScript, JSON.stringify({ faults: [crash, anr] }));
  phones = await startPhones({ count: 1, dir: path.join(dir, "phones"), faultScript });
  farm = await startUp(path.join(dir, "farm"), "--adb", `127.0.0.1:${phones.adbPort}`);
  api = createApiClient(farm.file);
}, 60_000);
afterAll(async () => {
  await farm?.stop();
  await phones?.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[fault C2][fault C3] crashes and what does not respond are cleared away under a job, which succeeds and says so everywhere", async () => {
  const alarm = {
    kind: "sqliteRow",
    database,
    table: "alarm_templates",
    where: { hour: "7", minutes: "30" },
  };
  const { jobId } = await api.submit({
    task: "Set an alarm for 7:30",
    validators: [{ ...alarm, exists: true }],
  });
  const job = await jobEnded(api, jobId);
  expect(job).toMatchObject({ outcome: "succeeded" });
  const { items: errors } = await api.errors({ jobId });
  const byCode = new Map(errors.map((error) => [error.code, error]));
  const log = expect.stringContaining("FATAL EXCEPTION");
  expect(byCode.get("AppCrashed")).toMatchObject({ app: clock, log });
  expect(byCode.get("AppNotResponding")).toMatchObject({ app: "com.android.systemui" });
  const { items: steps } = await api.steps(jobId);
  const crashed = steps.find(({ errorId }) => errorId === byCode.get("AppCrashed")?.errorId);
  expect(crashed?.after?.flags[0]).toMatch(/^appCrashed: Clock .* crashed: .*; it was closed: open it again/);
  expect(steps.filter(({ stepNumber }) => stepNumber > (crashed?.stepNumber ?? 99)).length).toBeGreaterThan(
    2,
  );
  const { stdout } = await drover("show", jobId, "--dir", path.join(dir, "farm"));
  expect(stdout).toContain("AppCrashed  Clock (com.android.deskclock) crashed: java.lang.RuntimeException");
  expect(stdout).toContain("| FATAL EXCEPTION: main");
  expect(stdout).toMatch(/AppNotResponding .*systemui/);
}, 180_000);
