import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { shellWord } from "#shared/text/shell-word.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { drover, eventually, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

let dir: string;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-bundle-farm-"));
  farm = await startUp(dir, "--phones", "1");
}, 90_000);
afterAll(async () => {
  await farm.stop();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("a job is bundled, verified, and repeated with and without its model: nothing of its results differs", async () => {
  const api = createApiClient({ apiUrl: farm.file.apiUrl, token: farm.file.token });
  const validators = [{ kind: "setting", namespace: "global", key: "bluetooth_on", equals: "1" }];
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", validators });
  expect(await jobEnded(api, jobId)).toMatchObject({ outcome: "succeeded" });
  const file = path.join(dir, "run.zip");
  expect(await drover("bundle", jobId, "-o", file, "--dir", dir)).toMatchObject({ code: 0 });
  const verified = await drover("bundle", "verify", file, "--json");
  expect(JSON.parse(verified.stdout)).toMatchObject({ jobs: [jobId] });
  for (const more of [[], ["--replay"]]) {
    const ran = await drover("bundle", "run", file, ...more, "--json", "--dir", dir);
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
  expect(await drover("bundle", "verify", file)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("'drover bundle <job|batch>' writes one"),
  });
}, 240_000);

it("a job that waited for a yes waits for one again when it is repeated, and says so at once", async () => {
  const api = createApiClient({ apiUrl: farm.file.apiUrl, token: farm.file.token });
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
  const file = path.join(dir, "asked.zip");
  expect(await drover("bundle", jobId, "-o", file, "--dir", dir)).toMatchObject({ code: 0 });
  const running = drover("bundle", "run", file, "--json", "--dir", dir);
  expect(await sayYes()).not.toBe(jobId);
  const ran = await running;
  expect(ran.stderr).toContain("1 of 1 jobs may wait for your yes");
  expect(ran.code, ran.stdout).toBe(0);
}, 180_000);

/** util-linux's, which gives a command a terminal. */
const hasScript = spawnSync("script", ["--version"]).status === 0;

it(`a bundle with a wider policy is repeated with --trust, or after a yes at the keyboard${hasScript ? "" : " (the keyboard is skipped: there is no script(1))"}, and not else`, async () => {
  const api = createApiClient({ apiUrl: farm.file.apiUrl, token: farm.file.token });
  const { jobId } = await api.submit({ task: "Turn on Bluetooth", policy: { actions: { deny: ["call"] } } });
  expect(await jobEnded(api, jobId)).toMatchObject({ outcome: "succeeded" });
  const file = path.join(dir, "wider.zip");
  expect(await drover("bundle", jobId, "-o", file, "--dir", dir)).toMatchObject({ code: 0 });
  const newest = async () => (await api.jobs({ limit: 1 })).items[0];
  const words = ["bundle", "run", file, "--dir", dir];
  expect(await drover(...words)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('it widens this farm\'s policy: policy.actions.deny: ["call"]'),
  });
  expect((await newest())?.jobId).toBe(jobId);
  expect(await drover(...words, "--trust")).toMatchObject({ code: 0 });
  const trusted = await newest();
  expect(trusted?.jobId).not.toBe(jobId);
  expect(trusted?.policy.actions.deny).toEqual(["call"]);
  if (!hasScript) return;
  const answered = (answer: string): Promise<{ code: number; said: string }> =>
    new Promise((resolve) => {
      const command = [process.execPath, path.resolve("bin/drover.js"), ...words].map(shellWord).join(" ");
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
