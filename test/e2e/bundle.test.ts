import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
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
