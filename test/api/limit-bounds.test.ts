import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callApi } from "./call-api.ts";
import { startApi, type TestApi } from "./start-api.ts";

let api: TestApi;
let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-limits-"));
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, "export default { limits: { maxSteps: 20, timeoutSeconds: 600 } };");
  api = await startApi({ DROVER_CONFIG_FILE: file });
});
afterAll(async () => {
  await api.close();
  await rm(dir, { recursive: true, force: true });
});

it("keeps a job within the project's limits, and says what was lowered", async () => {
  const body = { task: "x", limits: { maxSteps: 90, timeoutSeconds: 300 } };
  expect((await callApi("POST", "/v1/jobs", { body })).body).toMatchObject({
    limits: { maxSteps: 20, timeoutSeconds: 300 },
    warnings: ["limits.maxSteps is 20, the project's limit, instead of 90."],
  });
});
