import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApiClient, createApiClient } from "../../cli/api-client.ts";
import { oneTurn, withTurn } from "../../docs/one-turn.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { droverCommand } from "../drover-command.ts";
import { notTried, python } from "../find-python.ts";
import { doneJob, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
let api: ApiClient;

/** One farm for what kills nothing of it and needs no options: to start one takes as long as two jobs. */
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-plain-"));
  farm = await startUp(dir);
  api = createApiClient(farm.file);
}, 120_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 120_000);

it("the turn that docs/how-a-job-runs.md shows is one as it is made now", async () => {
  const page = await readFile("docs/how-a-job-runs.md", "utf8");
  expect(withTurn(page, await oneTurn(api)), "npm run turn").toBe(page);
}, 90_000);

describe("two tasks side by side on one screen", () => {
  const settings = "com.android.settings: Turn on Bluetooth";
  const bluetoothOn = "setting:global/bluetooth_on=1";
  const contactThere = "row:content://com.android.contacts/data/phones?display_name=Ada Lovelace";

  async function run(...args: string[]) {
    const { jobId } = doneJob(await commandLineHere("run", "--json", "--dir", dir, ...args));
    return { job: await api.job(jobId), shown: (await commandLineHere("show", jobId, "--dir", dir)).stdout };
  }

  it("[spec R10] two tasks are done at once in two apps side by side on one phone, judged together, and both are told", async () => {
    const second = "com.android.contacts: Create a contact named Ada Lovelace with the phone number 5550100";
    const { job, shown } = await run(
      ...["--split", settings, "--split", second, "--check", bluetoothOn, "--check", contactThere],
    );
    expect(job.outcome, shown).toBe("succeeded");
    expect(job.judgement?.map(({ verdict }) => verdict)).toEqual(["passed", "passed"]);
    expect(shown).toContain("part 1, first window, com.android.settings: done: Turn on Bluetooth");
    expect(shown).toContain("part 2, second window, com.android.contacts: done: Create a contact named Ada");
    const windows = await Promise.all((job.taskSteps ?? []).map(({ jobIds }) => api.job(jobIds[0] ?? "")));
    expect(windows).toMatchObject([
      { window: "first", deviceId: job.deviceId, outcome: "succeeded" },
      { window: "second", deviceId: job.deviceId, outcome: "succeeded" },
    ]);
    const [first, other] = windows;
    expect(Number(other?.startedAt?.localeCompare(first?.finishedAt ?? "")), "at the same time").toBe(-1);
    expect(Number(first?.startedAt?.localeCompare(other?.finishedAt ?? "")), "at the same time").toBe(-1);
  }, 180_000);

  it("[spec R10] a window whose task is not done is named, the other's is done all the same, and the phone is free again", async () => {
    const { job, shown } = await run(
      ...["--split", settings, "--split", "com.android.deskclock: Fly to the moon", "--check", bluetoothOn],
    );
    expect(job.outcome, shown).not.toBe("succeeded");
    expect(job.outcomeReason).toContain(
      "Part 2 of 2, com.android.deskclock in the second window, did not succeed",
    );
    expect(shown).toContain("part 1, first window, com.android.settings: done");
    const after = await run("Turn on Bluetooth", "--check", bluetoothOn);
    expect(after.job.outcome, after.shown).toBe("succeeded");
  }, 180_000);

  it("two windows are asked for with two --split", async () => {
    const { code, stderr } = await commandLineHere("run", "--dir", dir, "--split", settings);
    expect(code).toBe(2);
    expect(stderr).toContain("give --split twice, not once");
  }, 60_000);
});

describe("drover mcp --policy", () => {
  const policy = { packages: { deny: ["com.android.deskclock"] }, actions: { deny: ["settings"] } };
  let client: Client;
  beforeAll(async () => {
    const file = path.join(dir, "policy.json");
    await writeFile(file, JSON.stringify(policy));
    client = new Client({ name: "test", version: "1" });
    const args = [droverCommand, "mcp", "--dir", dir, "--policy", file];
    await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
    await client.listTools();
  }, 60_000);
  afterAll(() => client.close());

  async function called(name: string, args: object): Promise<Record<string, string>> {
    const { structuredContent } = await client.callTool({ name, arguments: { ...args } });
    return structuredContent as Record<string, string>;
  }

  it("bounds what each tool starts, whatever its arguments ask for", async () => {
    const { jobId = "" } = await called("run_task", { task: "Open the Clock app", waitSeconds: 0 });
    const { policy: ofJob } = await api.job(jobId);
    expect(ofJob.packages.deny).toEqual(["com.android.deskclock"]);
    // What the farm denies by itself is denied as before.
    expect(ofJob.actions.deny).toEqual(["install", "sms", "call", "settings"]);
    const { batchId = "" } = await called("run_batch", {
      name: "b",
      tasks: [{ id: "a", task: "Open the Clock app" }],
      waitSeconds: 60,
    });
    const [item] = (await api.jobs({ batchId })).items;
    expect(item?.policy.packages.deny).toEqual(["com.android.deskclock"]);
    const leased = await called("lease_device", {
      policy: { packages: { deny: [] }, actions: { deny: [] } },
    });
    const { sessionId = "" } = leased;
    const open = { sessionId, actions: [{ action: "open_app", app: "Clock" }] };
    expect((await called("act_on_device", open)).result).toBe("denied");
    expect((await api.job(sessionId)).policy.actions.deny).toEqual(["settings"]);
    await called("release_device", { sessionId });
  }, 120_000);

  it("is written into a client's configuration, and wants a policy", async () => {
    const shown = await commandLineHere(
      "mcp",
      "install",
      "claude-code",
      "--print",
      "--policy",
      JSON.stringify(policy),
    );
    expect(JSON.parse(shown.stdout).mcpServers.drover.args.slice(-2)).toEqual([
      "--policy",
      JSON.stringify(policy),
    ]);
    const wrong = await commandLineHere("mcp", "--policy", '{"actions":{"deny":["fly"]}}');
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining("actions.deny.0") });
    const missing = await commandLineHere("mcp", "--policy", path.join(dir, "none.json"));
    expect(missing).toMatchObject({ code: 2, stderr: expect.stringContaining("cannot be read") });
  }, 60_000);
});

describe("the client for Python", () => {
  const execute = promisify(execFile);
  const client = path.resolve(import.meta.dirname, "../../packages/python-client");
  const { DROVER_API_URL: _url, DROVER_TOKEN: _token, ...inherited } = process.env;
  const env = { ...inherited, PYTHONPATH: client, PYTHONDONTWRITEBYTECODE: "1" };
  const hasMypy = python !== null && spawnSync(python, ["-m", "mypy", "--version"]).status === 0;

  it(`the client for Python submits, follows, waits, and names what is wrong${notTried}`, async () => {
    if (python === null) return expect(python).toBeNull();
    const script = path.join(import.meta.dirname, "python-client.py");
    const { stdout } = await execute(python, ["-W", "error", script, dir, farm.file.apiUrl], {
      env,
    });
    const { events, ...seen } = JSON.parse(stdout);
    const names = events.map(([name]: [string]) => name);
    expect(names).toContain("step");
    expect(names.at(-1)).toBe("end");
    const ids = events.flatMap(([, id]: [string, string | null]) => id ?? []);
    expect(new Set(ids).size).toBe(ids.length);
    expect(seen).toMatchObject({
      again: true,
      timeout: expect.stringContaining("timeout_seconds"),
      end: { status: "finished", outcome: "succeeded" },
      outcome: "succeeded",
      told: "end",
      listed: [expect.any(String)],
      results: "jsonl",
      unknown: { kind: "DroverError", code: "NotFound", status: 404 },
      misspelt: {
        kind: "DroverError",
        code: "InvalidRequest",
        status: 400,
        message: expect.stringContaining("tsk"),
      },
      option: { kind: "TypeError", message: expect.stringContaining("states") },
      path: { kind: "ValueError", message: expect.stringContaining("id is '..'") },
      token: { kind: "DroverError", code: "Unauthorized", status: 401 },
      nobody: { kind: "DroverError", code: "NoAnswer", status: null, advice: [expect.any(String)] },
      noFarm: { kind: "DroverError", code: "NoFarm", message: expect.stringContaining("/nowhere") },
    });
  }, 120_000);

  it(`its types name a field that a job does not have${hasMypy ? "" : " (not tried: there is no mypy here)"}`, async () => {
    if (python === null || !hasMypy) return expect(hasMypy).toBe(false);
    const asked = (fields: string) => [
      ...["-m", "mypy", "--strict", "--no-warn-return-any", "--cache-dir", dir, "-c"],
      `from drover_client import Drover\nprint(Drover().jobs.submit(${fields})["jobId"])`,
    ];
    await execute(python, asked('task="Turn on Bluetooth", limits={"maxSteps": 5}'), { env, cwd: client });
    await expect(execute(python, asked("tsk=1"), { env, cwd: client })).rejects.toMatchObject({
      stdout: expect.stringContaining('Unexpected keyword argument "tsk"'),
    });
  }, 120_000);
});
