import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

const jobId = jobIdOf(1);
let dir: string;
let functions: TestFunctions;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-registered-"));
  const file = path.join(dir, "drover.config.ts");
  const action = (name: string, kind: string, more = "") => `defineAction({
    name: "${name}", description: "Do it.", parameters: z.strictObject({}), aliases: [], kind: "${kind}",
    capability: "keys", device: z.strictObject({}), aims: () => ({ at: "anywhere" }), run: async () => ({ retries: 0 }), ${more} })`;
  await writeFile(
    file,
    `import { defineAction, defineConfig, z } from "@drover/cli/config";
     export default defineConfig({ actions: [
       ${action("ring", "call")}, ${action("brew", "keys", "lasts: () => 45_000")}] });`,
  );
  functions = await startFunctions({ DROVER_CONFIG_FILE: file });
  await functions.repositories.jobs.create(
    sampleJob({ jobId, status: "running", acquisition: 1, startedAt }),
  );
});
afterEach(async () => {
  await functions.close();
  await rm(dir, { recursive: true, force: true });
});

const turn = () => invoke(handler, turnInput(jobId));

describe("an action that a project registered", () => {
  it("[spec I8.1] is held to the job's policy by its kind before any command is made", async () => {
    functions.model.answer({ action: "ring" });
    expect(await turn()).toEqual({ route: "denied", nextStepNumber: 2 });
    expect(await functions.repositories.steps.get(tenantId, jobId, 1)).toMatchObject({
      outcome: { ok: false, effect: "none", errorCode: "PolicyDenied" },
    });
  });

  it("[spec I8.1] has the time that it asks for", async () => {
    functions.model.answer({ action: "brew" });
    expect(await turn()).toMatchObject({
      route: "perform",
      actions: [{ action: "brew" }],
      deadlineSeconds: 75,
    });
  });
});
