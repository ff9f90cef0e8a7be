import { mkdtemp, readFile, rm } from "node:fs/promises";
import { Agent, createServer, request } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isRunning } from "#local/process-start.ts";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { DebugRecords } from "../../shared/contracts/api/debug-records.ts";
import { SemanticUITree } from "../../shared/contracts/protocol/semantic-ui-tree.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import {
  devicesReady,
  doneJob,
  ended,
  eventually,
  jobEnded,
  type RunningFarm,
  spawnDrover,
  startUpIn,
} from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
/** A model service that takes nobody's key. */
const refusing = createServer((_, response) => response.writeHead(401).end());

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-e2e-"));
  await new Promise<void>((resolve) => refusing.listen(0, "127.0.0.1", resolve));
  const { port } = refusing.address() as AddressInfo;
  farm = await startUpIn({ OLLAMA_BASE_URL: `http://127.0.0.1:${port}/v1` }, dir, "--log-level", "debug");
}, 60_000);

afterAll(async () => {
  await farm.stop();
  refusing.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

const run = async (...args: string[]): Promise<{ code: number | null; job: JobResponse }> => {
  const ended = await commandLineHere("run", "--json", "--dir", dir, ...args);
  return { code: ended.code, job: doneJob(ended) };
};

describe("a running farm", () => {
  it("[spec G5] says of a job whose checks pass before it starts that it was already satisfied, and runs no step", async () => {
    const { job } = await run("Turn on Wi-Fi", "--check", "setting:global/wifi_on=1");
    expect(job).toMatchObject({ alreadySatisfied: true, stepCount: 0 });
  }, 60_000);

  it("[fault E5] [spec G5] judges a job failed whose agent claims success while the phone says otherwise", async () => {
    const { code, job } = await run("Turn on Bluetooth", "--check", "setting:global/wifi_on=7");
    expect(job).toMatchObject({ outcome: "failed", claim: { status: "success" } });
    expect(code).toBe(1);
  }, 60_000);

  it("[spec I6.1] says each predicted action in its log when that is asked for", async () => {
    const { job } = await run("Turn on Wi-Fi");
    const log = await readFile(path.join(dir, "cloud/functions.log"), "utf8");
    const lines = log
      .split("\n")
      .filter((line) => line.includes("predicted action") && line.includes(job.jobId));
    expect(lines.map((line) => JSON.parse(line))).toContainEqual(
      expect.objectContaining({
        level: "DEBUG",
        stepNumber: 1,
        actions: expect.stringContaining('"action":'),
      }),
    );
  }, 60_000);

  it("[spec I6.4] keeps model calls and ADB commands of a job with --debug, and lists them", async () => {
    const { job } = await run("Turn on Wi-Fi", "--debug");
    const { stdout } = await commandLineHere("show", job.jobId, "--debug", "--json", "--dir", dir);
    const { items } = DebugRecords.parse(JSON.parse(stdout));
    const texts = await Promise.all(items.map(async ({ links }) => (await fetch(links.record ?? "")).text()));
    expect(texts.some((text) => text.includes('"raw"') && text.includes('"tool_use"'))).toBe(true);
    expect(texts.some((text) => text.includes("uiautomator"))).toBe(true);
    expect(texts.join("")).not.toMatch(/"taskToken": "(?!\[secret\])/);
  }, 60_000);

  it("[spec C7] links to screenshots that are real pictures of the phone, each with the type that it has, and to trees as they were", async () => {
    const api = createApiClient(farm.file);
    const { items } = await api.jobs({ limit: 2 });
    const formats: string[] = [];
    for (const { jobId } of items) {
      const { links } = (await api.steps(jobId)).items[0] ?? {};
      const picture = await fetch(links?.screenshotBefore ?? "");
      const { format, width, height } = await sharp(await picture.arrayBuffer()).metadata();
      expect({ type: picture.headers.get("content-type"), width, height }).toEqual({
        type: `image/${format}`,
        width: 1080,
        height: 2400,
      });
      formats.push(format);
      const tree = await fetch(links?.treeBefore ?? "");
      expect(SemanticUITree.parse(await tree.json()).elements.length).toBeGreaterThan(3);
    }
    // The last job was one with --debug: every pixel is kept.
    expect(formats).toEqual(["png", "webp"]);
  }, 60_000);

  it("[spec I5.4] keeps an error with its advice and why there is no screen, and blames the farm, not the agent", async () => {
    const { code, job } = await run("Turn on Bluetooth", "--provider", "ollama", "--model", "any");
    expect({ code, outcome: job.outcome }).toEqual({ code: 3, outcome: "inconclusive" });
    const { items } = await createApiClient(farm.file).errors({ jobId: job.jobId });
    expect(items).toMatchObject([
      {
        code: "ModelRejected",
        // Before a device is taken for it.
        stateName: "PrepareJob",
        screenshotMissing: "no device was held",
        advice: [expect.stringContaining("doctor")],
      },
    ]);
    const shown = await commandLineHere("show", job.jobId, "--dir", dir);
    expect(shown.stdout).toContain("ModelRejected");
  }, 60_000);

  it("goes on with a job whose follower was interrupted, and says how to stop it", async () => {
    // Its agent is not there, so it does not end by itself.
    const follower = spawnDrover(["run", "Turn on Bluetooth", "--agent", "external:absent", "--dir", dir]);
    const end = ended(follower);
    follower.stderr?.once("data", () => follower.kill("SIGINT"));
    const { code, stdout, stderr } = await end;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    const [, jobId = ""] = /still running; stop it with: drover cancel (\w+) --dir/.exec(stderr) ?? [];
    expect(stderr).not.toContain("    at ");
    const api = createApiClient(farm.file);
    expect((await api.job(jobId)).status).not.toBe("finished");
    expect((await commandLineHere("cancel", jobId, "--dir", dir)).code).toBe(0);
    expect(await jobEnded(api, jobId)).toMatchObject({ outcome: "cancelled" });
  }, 60_000);

  it("[spec I1.1] refuses a model that the service does not have when a job is submitted", async () => {
    const { code, stderr } = await commandLineHere(
      "run",
      "Turn on Bluetooth",
      "--model",
      "no-such-model",
      "--dir",
      dir,
    );
    expect(code).toBe(2);
    expect(stderr).toContain("models.agent.model");
    expect(stderr).toContain("has no model 'no-such-model'. Name one that it has, such as practice-1.");
  });

  it("says once what is wrong with a request, with what was sent", async () => {
    const task = await commandLineHere("run", "ring\u0007 it", "--dir", dir);
    expect(task.code).toBe(2);
    expect(task.stderr).toMatch(
      /^error: task: [^\n]*control character[^\n]* \(got ring it\)\n {2}Correct the named field[^\n]*\n$/,
    );
    const unknown = await commandLineHere("show", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "--dir", dir);
    expect(unknown.stderr).toMatch(/^error: There is no job 01ARZ3NDEKTSV4RRFFQ69G5FAV\.\n {2}Check the id/);
  }, 60_000);

  it("cancels a running job at its next step and frees the device", async () => {
    const api = createApiClient(farm.file);
    // A model that is slow to answer keeps the job at its first step until it is cancelled.
    const model = farm.file.processes.model ?? 0;
    process.kill(model, "SIGSTOP");
    let jobId: string;
    try {
      const submitted = await commandLineHere(
        "run",
        "Turn on Bluetooth, then set an alarm for 9:15",
        "--detach",
        "--dir",
        dir,
      );
      jobId = submitted.stdout.trim();
      await eventually("the job has a device", async () =>
        (await api.job(jobId)).status === "running" ? true : undefined,
      );
      expect((await commandLineHere("cancel", jobId, "--dir", dir)).code).toBe(0);
    } finally {
      process.kill(model, "SIGCONT");
    }
    expect(await jobEnded(api, jobId)).toMatchObject({ outcome: "cancelled" });
    await devicesReady(api);
  }, 60_000);

  it("refuses a second farm on the same directory and names the first", async () => {
    const second = await commandLineHere("up", "--dir", dir);
    expect(second.code).not.toBe(0);
    expect(second.stderr).toContain(`already runs on ${dir}`);
  }, 60_000);

  it("keeps jobs and their artifacts over a restart, and Ctrl-C leaves no process behind", async () => {
    const before = await createApiClient(farm.file).jobs({ limit: 100 });
    const processes = Object.values(farm.file.processes);
    expect((await farm.stop()).code).toBe(0);
    expect(await Promise.all(processes.map((pid) => isRunning(pid, null)))).not.toContain(true);
    const without = await commandLineHere("jobs", "--dir", dir);
    expect(without).toMatchObject({ code: 4, stderr: expect.stringContaining("drover up") });

    farm = await startUpIn({}, dir);
    const after = await createApiClient(farm.file).jobs({ limit: 100 });
    expect(after.items.map((job) => [job.jobId, job.outcome])).toEqual(
      before.items.map((job) => [job.jobId, job.outcome]),
    );
    const shown = await commandLineHere("export", before.items[0]?.jobId ?? "", "--as", "json", "--dir", dir);
    const listed = await commandLineHere(
      "export",
      before.items.at(-1)?.jobId ?? "",
      "--as",
      "json",
      "--dir",
      dir,
    );
    expect([shown.code, listed.code]).toEqual([0, 0]);
  }, 90_000);
});

const connections = 24;
/** What needs a token and what does not. */
const asked = ["/v1/jobs", "/openapi.json", "/v1/live", "/v1/devices"];

it("a flood without tokens over 24 connections costs no caller with a token a request", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const refusals = new Map<number, number>();
  let isOver = false;
  const once = (target: string): Promise<void> =>
    new Promise((resolve) => {
      request(`${farm.file.apiUrl}${target}`, { agent }, (response) => {
        const { statusCode = 0 } = response;
        refusals.set(statusCode, (refusals.get(statusCode) ?? 0) + 1);
        response.resume().on("end", resolve).on("error", resolve);
      })
        .on("error", () => resolve())
        .end();
    });
  const flood = Array.from({ length: connections }, async (_none, n) => {
    for (let count = n; !isOver; count += 1) await once(asked[count % asked.length] ?? "");
  });
  const read = () =>
    fetch(`${farm.file.apiUrl}/v1/jobs`, { headers: { authorization: `Bearer ${farm.file.token}` } });
  try {
    await expect.poll(() => refusals.get(401) ?? 0).toBeGreaterThan(300);
    const statuses: number[] = [];
    while (statuses.length < 30) {
      const { status } = await read();
      // What this machine has no time for now was not started: that is no throttle, and callers send it again.
      if (status !== 503) statuses.push(status);
    }
    expect(statuses).toEqual(Array<number>(30).fill(200));
  } finally {
    isOver = true;
    await Promise.all(flood);
    agent.destroy();
  }
}, 180_000);
