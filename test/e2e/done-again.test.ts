import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobResponse } from "#shared/contracts/api/responses/job-response.ts";
import { shellWord } from "#shared/text/shell-word.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { droverCommand } from "../drover-command.ts";
import { doneJob, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

const check = ["--check", "setting:global/bluetooth_on=1"];
let dir: string;
let farms: readonly RunningFarm[] = [];
const one = () => farms[0] ?? expect.fail("the first farm does not run");
let jobId = "";
const at = (name: string) => path.join(dir, name);
const asJob = async (command: string, farm: string, ...args: string[]): Promise<JobResponse> => {
  return doneJob(await commandLineHere(command, "--json", "--dir", at(farm), ...args));
};

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-again-"));
  farms = await Promise.all(["one", "two"].map((name) => startUp(at(name), "--phones", "1")));
  ({ jobId } = await asJob("run", "one", "Turn on Bluetooth", ...check));
  await commandLineHere("export", jobId, "--as", "json", "--out", at("run.json"), "--dir", at("one"));
}, 120_000);
afterAll(async () => {
  await Promise.all(farms.map((farm) => farm.stop()));
  await rm(dir, { recursive: true, force: true });
}, 60_000);

describe("a job that was done once", () => {
  it("[spec I7.2] is replayed without a model, and resumed from its file on another farm", async () => {
    const replayed = await asJob("rerun", "one", jobId, "--as", "replay");
    expect(replayed).toMatchObject({ outcome: "succeeded", usage: { calls: 0 }, source: { kind: "replay" } });
    const resumed = await asJob("rerun", "two", at("run.json"), "--as", "resume");
    expect(resumed).toMatchObject({
      outcome: "succeeded",
      // The agent only looked and claimed.
      usageByRole: { agent: { calls: 1 } },
      source: { kind: "resume" },
    });
    const forked = await asJob("rerun", "one", jobId, "--as", "fork", "--at", "2", "--model", "practice-1");
    expect(forked).toMatchObject({ outcome: "succeeded", source: { kind: "fork", at: 2 } });
  }, 120_000);

  it("[spec I7.2] is forked by going back to its device when that was kept, without a step done again", async () => {
    const kept = await asJob("run", "one", "Turn on Bluetooth", ...check, "--snapshot", "every");
    const forked = await asJob("rerun", "one", kept.jobId, "--as", "fork", "--at", "2");
    expect(forked).toMatchObject({
      outcome: "succeeded",
      deviceId: kept.deviceId,
      start: { restored: true, snapshotId: forked.source?.snapshotId },
    });
    expect((await commandLineHere("show", forked.jobId, "--dir", at("one"))).stdout).toMatch(
      /restored snapshot \w+: no step was repeated/,
    );
    const listed = await commandLineHere("devices", "snapshots", "list", "--dir", at("one"));
    expect(listed.stdout).toContain(`job ${kept.jobId}, step 2`);
  }, 120_000);

  it("[spec I7.2] diverges where the device stands otherwise, and says so", async () => {
    const recorded = (await readFile(at("run.json"), "utf8")).replaceAll('"is": "off"', '"is": "on"');
    await writeFile(at("other.json"), recorded);
    const job = await asJob("rerun", "two", at("other.json"), "--as", "replay");
    expect(job).toMatchObject({ outcome: "failed", usage: { calls: 0 }, divergence: { found: "it is off" } });
    expect((await commandLineHere("show", job.jobId, "--dir", at("two"))).stdout).toMatch(
      /diverged: +its step 5/,
    );
  }, 120_000);

  it("[spec I7.2] runs as a script that a person changed, and is healed where a name drifted", async () => {
    await commandLineHere("rerun", jobId, "--as", "script", "--out", at("s.yaml"), "--dir", at("one"));
    const text = (await readFile(at("s.yaml"), "utf8")).replace("Connection preferences", "Connection prefs");
    await writeFile(at("s.yaml"), text);
    const job = await asJob("run", "two", "--script", at("s.yaml"), "--heal");
    expect(job).toMatchObject({ outcome: "succeeded", usage: { calls: 1 } });
    expect(await readFile(at("s.yaml"), "utf8")).toContain("tap: Connection preferences");
  }, 120_000);
});

it("a job is bundled, verified, and repeated with and without its model: nothing of its results differs", async () => {
  const api = createApiClient(one().file);
  const validators = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }];
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", validators });
  expect(await jobEnded(api, jobId)).toMatchObject({ outcome: "succeeded" });
  const file = at("run.zip");
  expect(
    await commandLineHere("export", jobId, "--as", "bundle", "-o", file, "--dir", at("one")),
  ).toMatchObject({
    code: 0,
  });
  const verified = await commandLineHere("rerun", file, "--as", "bundle", "--verify", "--json");
  expect(JSON.parse(verified.stdout)).toMatchObject({ jobs: [jobId] });
  for (const more of [[], ["--replay"]]) {
    const ran = await commandLineHere("rerun", file, "--as", "bundle", ...more, "--json", "--dir", at("one"));
    const [repetition] = JSON.parse(ran.stdout).jobs;
    expect(ran.code, JSON.stringify(repetition)).toBe(0);
    const results = repetition.differences.filter(({ what }: { what: string }) =>
      ["outcome", "verdicts", "device", "apps"].includes(what),
    );
    expect(results).toEqual([]);
    const repeated = await api.job(repetition.repeatedBy);
    expect(repeated.policy.actions.deny).toEqual(["install", "sms", "call"]);
  }
  const bytes = await readFile(file);
  bytes[100] = (bytes[100] ?? 0) ^ 255;
  await writeFile(file, bytes);
  expect(await commandLineHere("rerun", file, "--as", "bundle", "--verify")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("'drover export <job|batch> --as bundle' writes one"),
  });
}, 240_000);

it("a job that waited for a yes waits for one again when it is repeated, and says so at once", async () => {
  const api = createApiClient(one().file);
  const sayYes = async (): Promise<string> => {
    const [question] = await eventually("it asks for a yes", async () => {
      const { items } = await api.questions();
      return items.length === 0 ? undefined : items;
    });
    if (question === undefined) throw new Error("no question");
    await api.answer(question.jobId, question.questionId, { answer: "yes" });
    return question.jobId;
  };
  const { jobId } = await api.submit({
    task: "Turn on Bluetooth",
    policy: { approve: { kinds: ["apps"], timeoutMinutes: 5 } },
  });
  await sayYes();
  expect(await jobEnded(api, jobId)).toMatchObject({ outcome: "succeeded" });
  const file = at("asked.zip");
  expect(
    await commandLineHere("export", jobId, "--as", "bundle", "-o", file, "--dir", at("one")),
  ).toMatchObject({
    code: 0,
  });
  const running = commandLineHere("rerun", file, "--as", "bundle", "--json", "--dir", at("one"));
  expect(await sayYes()).not.toBe(jobId);
  const ran = await running;
  expect(ran.stderr).toContain("1 of 1 jobs may wait for your approval");
  expect(ran.code, ran.stdout).toBe(0);
}, 180_000);

/** util-linux's, which gives a command a terminal. */
const hasScript = spawnSync("script", ["--version"]).status === 0;

it(`a bundle with a wider policy is repeated with --trust, or after a yes at the keyboard${hasScript ? "" : " (the keyboard is skipped: there is no script(1))"}, and not else`, async () => {
  const api = createApiClient(one().file);
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", policy: { actions: { deny: ["call"] } } });
  expect(await jobEnded(api, jobId)).toMatchObject({ outcome: "succeeded" });
  const file = at("wider.zip");
  expect(
    await commandLineHere("export", jobId, "--as", "bundle", "-o", file, "--dir", at("one")),
  ).toMatchObject({
    code: 0,
  });
  const newest = async () => (await api.jobs({ limit: 1 })).items[0];
  const words = ["rerun", file, "--as", "bundle", "--dir", at("one")];
  expect(await commandLineHere(...words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it widens this farm\'s policy: policy.actions.deny: ["call"]'),
  });
  expect((await newest())?.jobId).toBe(jobId);
  expect(await commandLineHere(...words, "--trust")).toMatchObject({ code: 0 });
  const trusted = await newest();
  expect(trusted?.jobId).not.toBe(jobId);
  expect(trusted?.policy.actions.deny).toEqual(["call"]);
  if (!hasScript) return;
  const answered = (answer: string): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const command = [process.execPath, droverCommand, ...words].map(shellWord).join(" ");
      const child = execFile("script", ["-qec", command, "/dev/null"], (error, stdout) =>
        resolve({ code: Number(error?.code ?? 0), said: stdout }),
      );
      child.stdout?.on("data", (text: string) => {
        if (text.includes("[y/N]")) child.stdin?.write(`${answer}\r`);
      });
    });
  expect(await answered("")).toMatchObject({
    code: 2,
    said: expect.stringContaining("Nothing was repeated"),
  });
  expect((await newest())?.jobId).toBe(trusted?.jobId);
  expect(await answered("yes")).toMatchObject({ code: 0 });
  expect((await newest())?.jobId).not.toBe(trusted?.jobId);
}, 240_000);
