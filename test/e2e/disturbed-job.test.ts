import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { panelOf, startPhones } from "@drover/virtual-android";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

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

const setAlarm = () => {
  const where = { hour: "7", minutes: "30" };
  const alarm = { kind: "sqliteRow", database, table: "alarm_templates", where, exists: true };
  return api.submit({ task: "Set an alarm for 7:30", validators: [alarm] });
};
const show = async (jobId: string) =>
  (await commandLineHere("show", jobId, "--dir", path.join(dir, "farm"))).stdout;

it("[fault C2][fault C3] crashes and what does not respond are cleared away under a job, which succeeds and says so everywhere", async () => {
  const { jobId } = await setAlarm();
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
  const stdout = await show(jobId);
  expect(stdout).toContain("AppCrashed  Clock (com.android.deskclock) crashed: java.lang.RuntimeException");
  expect(stdout).toContain("| FATAL EXCEPTION: main");
  expect(stdout).toMatch(/AppNotResponding .*systemui/);
}, 180_000);

it("[spec R12] a person's touch in mid-job stands on its step apart from the agent's, in what the agent is told and in what is shown", async () => {
  const [phone] = phones.phones;
  if (phone === undefined) throw new Error("no phone");
  const taps = vi.spyOn(phone.input, "tap");
  const { jobId } = await setAlarm();
  await vi.waitFor(() => expect(taps).toHaveBeenCalled(), { timeout: 60_000, interval: 5 });
  // At the clock's top edge, where nothing is.
  await panelOf(phone).touch([{ start: { x: 540, y: 20 }, end: { x: 540, y: 20 } }], 30);
  const job = await jobEnded(api, jobId);
  expect(job.outcome).toBe("succeeded");
  const { items: steps } = await api.steps(jobId);
  const touched = steps.filter(({ interventions }) => interventions !== undefined);
  expect(touched).toMatchObject([
    { interventions: [{ kind: "tap", from: [expect.closeTo(0.5, 2), expect.closeTo(0.008, 2)] }] },
  ]);
  expect(touched[0]?.feedback).toMatch(/person/i);
  expect(await show(jobId)).toMatch(/person.* (tapped|touched)/i);
}, 180_000);
