import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createApiClient } from "../../cli/api-client.ts";
import { drover, jobEnded, type RunningFarm, startUp } from "./drover-process.ts";

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
  expect((await drover("bundle", "verify", file)).code).not.toBe(0);
}, 240_000);
