import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { startBatch } from "./batch-world.ts";

let dir: string;
let functions: TestFunctions;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-jobs-at-once-"));
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, "export default { quotas: { jobsOfBatch: 20, jobsQueued: 1 } };");
  functions = await startFunctions({ DROVER_CONFIG_FILE: file });
});
afterAll(async () => {
  await functions.close();
  await rm(dir, { recursive: true, force: true });
});

const lines = [{ taskId: "one", request: { task: "Turn on Bluetooth" } }];
const concurrencyOf = async (concurrency: number) => {
  const batch = await startBatch(functions, lines, { concurrency });
  return (await batch.prepare()).round?.concurrency;
};

it("a batch has as many jobs at once as it wants, and no more than the quota lets one batch have", async () => {
  expect([await concurrencyOf(5), await concurrencyOf(20), await concurrencyOf(10_000)]).toEqual([5, 20, 20]);
});
