import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { stdioServer } from "../shared/mcp/start-tool-servers.ts";
import { eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let api: ApiClient;
let callsFile: string;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-talk-"));
  callsFile = path.join(dir, "calls.txt");
  await writeFile(callsFile, "");
  const notes = stdioServer({ CALLS_FILE: callsFile });
  await writeFile(
    path.join(dir, "drover.config.ts"),
    `import { defineConfig } from "@drover/cli/config";
     export default defineConfig({ mcp: { servers: { notes: ${JSON.stringify(notes)} } } });`,
  );
  farm = await startUp(dir, "--phones", "1", "--config", path.join(dir, "drover.config.ts"));
  api = createApiClient(farm.file);
}, 60_000);

afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const until = (jobId: string, what: string, holds: (job: JobResponse) => boolean, seconds = 60) =>
  eventually(
    what,
    async () => {
      const job = await api.job(jobId);
      return holds(job) ? job : undefined;
    },
    seconds,
  );
const ended = (jobId: string) => jobEnded(api, jobId);
const asks = (jobId: string) => until(jobId, "it asks", ({ awaiting }) => awaiting?.for === "answer");

const alarmTask = "Ask me what time, then set an alarm for that time";

it("a question is listed and answered by the command line", async () => {
  const { jobId } = await api.submit({ task: alarmTask, questions: { timeoutMinutes: 60 } });
  const waiting = await asks(jobId);
  expect(waiting).toMatchObject({ status: "running", awaiting: { question: { text: "What time?" } } });
  const listed = await commandLineHere("answer", "--dir", dir);
  expect(listed.stdout).toContain(`${jobId}  step 1 asked: What time?`);
  const told = await commandLineHere("answer", jobId, "7:45", "--dir", dir);
  expect([told.code, told.stdout]).toEqual([0, `answered ${jobId}: 7:45\n`]);

  const job = await ended(jobId);
  expect([job.outcome, job.claim?.status, job.outcomeReason]).toEqual([
    "succeeded",
    "success",
    job.outcomeReason,
  ]);
  const shown = await commandLineHere("show", jobId, "--dir", dir);
  expect(shown.stdout).toMatch(/step 1 asked: What time\? -- answered "7:45"/);
  expect(shown.stdout).toContain("answer: 7:45");
}, 240_000);

it("a job that waits for an answer ends when it is cancelled", async () => {
  const { jobId } = await api.submit({ task: alarmTask, questions: {} });
  await asks(jobId);
  await api.cancel(jobId);
  expect((await ended(jobId)).outcome).toBe("cancelled");
  const { items } = await api.jobQuestions(jobId);
  expect(items.map(({ status }) => status)).toEqual(["expired"]);
  const late = await commandLineHere("answer", jobId, "7:45", "--dir", dir);
  expect([late.code, late.stderr]).toEqual([2, expect.stringContaining("has no open question")]);
}, 120_000);

it("a simulated user answers without anybody waiting, and what its questions were worth is told", async () => {
  const knows = { "alarm time": "7:45", "card PIN": "4711" };
  const { jobId } = await api.submit({
    task: `${alarmTask}. Then ask me which ringtone`,
    user: { knows, style: "in a hurry" },
  });
  const job = await ended(jobId);
  expect([job.outcome, job.outcomeReason]).toEqual(["succeeded", job.outcomeReason]);
  expect(job.metrics?.questions).toEqual({ asked: 2, needed: 1, useless: 1, alreadyAnswered: 0 });
  expect(job.usageByRole.user).toMatchObject({ calls: 2 });
  const shown = await commandLineHere("show", jobId, "--dir", dir);
  expect(shown.stdout).toContain('asked: What time? -- the simulated user answered "7:45" (needed)');
  expect(shown.stdout).toContain("2 asked: 1 needed, 1 useless, 0 already answered");
  const { questions } = await api.trajectory(jobId);
  expect(questions.map(({ answeredBy, facts }) => [answeredBy, facts])).toEqual([
    ["user", ["alarm time"]],
    ["user", []],
  ]);
}, 120_000);

it("a tool of an MCP server is called once, and what it says is the answer", async () => {
  const task = 'Call the tool notes/read_note with {"name": "alarm"}';
  const { jobId } = await api.submit({ task, tools: ["notes/read_*"] });
  const job = await ended(jobId);
  expect(job.claim).toMatchObject({ status: "success", answer: "The alarm is to ring at 7:45." });
  expect(await readFile(callsFile, "utf8")).toBe("read_note\n");
  const forbidden = await api.submit({ task: "Call the tool notes/delete_all", tools: ["notes/read_*"] });
  expect((await ended(forbidden.jobId)).claim?.status).not.toBe("success");
  expect(await readFile(callsFile, "utf8")).toBe("read_note\n");
}, 120_000);

it("[spec G5] the device is held for the caller's own check, which decides; nothing is cleaned before", async () => {
  const external = { kind: "external", name: "is-successful", timeoutSeconds: 120 };
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", validators: [external] });
  const waiting = await until(jobId, "it waits for its check", ({ awaiting }) => awaiting?.for === "checks");
  expect(waiting).toMatchObject({
    status: "running",
    claim: { status: "success" },
    awaiting: {
      checks: ["is-successful"],
      device: { deviceId: waiting.deviceId, serial: expect.any(String) },
    },
  });
  expect(waiting.waitingBecause).toContain("is-successful");
  const said = await commandLineHere(
    "check",
    jobId,
    "is-successful",
    "--failed",
    "--observed",
    "it is off",
    "--dir",
    dir,
  );
  expect(said.code).toBe(0);
  const job = await ended(jobId);
  expect(job.outcome).toBe("failed");
  expect(job.judgement).toMatchObject([{ verdict: "failed", observed: "it is off" }]);

  const late = await commandLineHere("check", jobId, "is-successful", "--passed", "--dir", dir);
  expect([late.code, late.stderr]).toEqual([2, expect.stringContaining("already has a result")]);
}, 120_000);

it("[spec G5] a check that nobody answers in time is inconclusive", async () => {
  const external = { kind: "external", name: "nobody", timeoutSeconds: 2 };
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", validators: [external] });
  const job = await ended(jobId);
  expect([job.outcome, job.judgement?.[0]?.observed]).toEqual(["inconclusive", "no result within 2 s"]);
}, 120_000);
