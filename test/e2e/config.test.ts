import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { createApiClient } from "../../cli/api-client.ts";
import { commandLineHere } from "../cli/command-line-here.ts";
import { doneJob, drover, type RunningFarm, startUpIn } from "./drover-process.ts";

const config = path.resolve(import.meta.dirname, "../../examples/drover.config.ts");

/** What a model chooses that was told of the example's action; it points in pixels. */
const script = [
  { reply: { action: "open_app", app: "com.android.settings" } },
  { reply: { action: "select_from_wheel", coordinate: [540, 1440], rows: 2 } },
  { reply: { action: "swipe", start: [540, 1680], end: [540, 1200] } },
  { reply: { action: "open_app", app: "com.android.deskclock" } },
  { reply: { action: "FINISH", status: "success", summary: "Done." } },
];

let dir: string;
let model: ModelServer;
let farm: RunningFarm;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-config-e2e-"));
  model = await startModelServer({ script });
  const environment = { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: model.apiKey };
  farm = await startUpIn(environment, dir, "--phones", "1", "--model", model.model, "--config", config);
}, 60_000);
afterAll(async () => {
  await farm.stop();
  await model.close();
  await rm(dir, { recursive: true, force: true });
}, 60_000);

it("[spec I8.1] [spec I8.2] the example config's action and middleware work in a farm, from the model to the phone and back", async () => {
  const ended = await commandLineHere(
    "run",
    "Look through the settings",
    ...["--debug", "--supervision", JSON.stringify(unsupervised)],
    "--json",
    "--dir",
    dir,
  );
  const job = doneJob(ended);
  expect(job, ended.stderr).toMatchObject({ claim: { status: "success" }, stepCount: 5 });
  // The model was told of the action.
  expect(JSON.stringify(model.requests[0])).toContain("Turn a picker wheel by so many rows");
  const { items } = await createApiClient(farm.file).steps(job.jobId);
  const [, wheel, swipe, call] = items;
  expect(wheel).toMatchObject({ outcome: { ok: true, effect: "done" } });
  const { items: records } = await createApiClient(farm.file).debugRecords(job.jobId);
  const sent = records.find(({ name }) => name.startsWith("step-0002/") && name.endsWith("perform"));
  const commands = await (await fetch(sent?.links.record ?? "")).text();
  expect(commands.match(/input swipe 540 1440 540 1320 300/g), commands).toHaveLength(2);
  expect(swipe).toMatchObject({
    outcome: { ok: true },
    after: { flags: expect.arrayContaining(["slow-swipes: the list may still be moving"]) },
  });
  expect(call).toMatchObject({
    outcome: { ok: false, effect: "none", message: expect.stringContaining("leave-clock skipped it") },
  });
  // And of what the middleware noted and skipped.
  const told = JSON.stringify(model.requests.slice(-1));
  expect(told).toContain("leave-clock skipped it. The clock is set for these tests");
  expect(JSON.stringify(model.requests[3])).toContain("the list may still be moving");
  const shown = await commandLineHere("show", job.jobId, "--dir", dir);
  expect(shown.stdout).toMatch(/select.from.wheel/);
}, 90_000);

it("the doctor says that the farm has this config, and that another folder has none", async () => {
  expect((await drover("doctor", "--dir", dir, "--config", config)).stdout).toContain(
    `config        ${config}`,
  );
  expect((await drover("doctor", "--dir", dir)).stdout).toContain(
    `the running farm was started with ${config}`,
  );
}, 60_000);
