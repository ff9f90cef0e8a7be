import { afterEach, beforeEach } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { handler } from "#functions/predict-action.ts";
import type { ModelSettings } from "#shared/contracts/agent/model-settings.ts";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import { functions, jobId } from "../../functions/job-per-test.ts";
import type { ScriptedReply } from "../../functions/scripted-model.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { dump, node, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import { sampleJob, sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";

/** For the tests of a file, after `withFunctions`: no requests, lines or replies of the test before. */
export function withGroundedTurns(): void {
  beforeEach(() => {
    functions.model.requests.length = 0;
    functions.lines.length = 0;
  });
  // A reply that nobody asked for must not answer the next test's request.
  afterEach(() => functions.model.forget());
}

const tree = treeOf(dump(node({}, switchRow("Bluetooth", false, 300))));
/** A quarter of the screen's size on each side. */
const modelPicture = { width: 270, height: 600 };
export const grounder = { model: "claude-haiku-5-5" };

interface Asked {
  readonly models?: Readonly<Record<string, ModelSettings>>;
  readonly hasPicture?: boolean;
  readonly job?: Readonly<Record<string, unknown>>;
}

/** One turn of a job with these models, which are answered so; what came of it. */
export async function turn(
  replies: readonly ScriptedReply[],
  { models = {}, hasPicture = true, job = {} }: Asked,
) {
  const { repositories, storage, model } = functions;
  // Without a step for another look, a turn of no use is the end.
  const limits = { ...sampleJob().limits, maxSteps: 1 };
  const running = { jobId, status: "running", acquisition: 1, startedAt, usageByRole: noUsageByRole, limits };
  const perception = { picture: hasPicture ? "always" : "never" };
  await repositories.jobs.create(sampleJob({ ...running, perception, models, ...job }));
  const key = (part: "tree.json" | "model.jpg") => observationKey(tenantId, jobId, 1, "c", part);
  await storage.artifacts.put(key("tree.json"), JSON.stringify(tree), "application/json");
  await storage.artifacts.put(key("model.jpg"), "the pixels", "image/jpeg");
  model.answer(...replies);
  const observation = sampleObservation({
    treeKey: key("tree.json"),
    ...(hasPicture ? { modelScreenshotKey: key("model.jpg"), modelPicture } : {}),
  });
  const answer = await invoke(handler, turnInput(jobId, { observation }));
  return {
    answer,
    step: await repositories.steps.get(tenantId, jobId, 1),
    job: await repositories.jobs.get(tenantId, jobId),
    asked: model.requests.map((request) => JSON.parse(request)),
  };
}

export const unknown = { action: "tap", element: 77, thinking: "The switch beside Bluetooth is off." };
export const point = { says: "[135, 300]" };
export const invalid = { route: "judge", end: { reason: "modelOutput" } };
export const logged = (message: string) =>
  functions.lines.map((line) => JSON.parse(line)).filter((line) => line.message === message);
