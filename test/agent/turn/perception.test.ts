import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { observationKey } from "#shared/contracts/farm/keys.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { button } from "../../shared/screen/screen-parts.ts";
import { dump, node, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import {
  jobIdOf,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../../shared/storage/sample-records.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let lastId = 400;
let jobId: JobId;
beforeEach(() => {
  jobId = jobIdOf(++lastId);
  functions.model.requests.length = 0;
});

const readable = treeOf(
  dump(node({}, switchRow("Bluetooth", false, 300, "Off"), button("Help", [0, 600, 400, 700]))),
);
const tap = { action: "tap", coordinate: [100, 100], thinking: "I tap it." };

/** One turn of a job that wants the screen shown so; answers the request and the step that it made. */
async function turn(perception: Record<string, unknown>, tree: unknown = readable, last = {}) {
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt, perception, task: "Do it" });
  await functions.repositories.jobs.create(job);
  const key = (part: "tree.json" | "model.jpg") => observationKey(tenantId, jobId, 1, "c", part);
  const { artifacts } = functions.storage;
  await artifacts.put(key("tree.json"), JSON.stringify(tree), "application/json");
  await artifacts.put(key("model.jpg"), "the pixels", "image/jpeg");
  const outcome = { ok: true, effect: "done", retries: 0 } as const;
  await functions.repositories.steps.put(
    sampleStep({
      jobId,
      thinking: "I tap it.",
      actions: [{ action: tap, deviceAction: tap, element: 'SWITCH "Bluetooth"' }],
      feedback: 'changed: SWITCH "Bluetooth" is now on',
      screenChanged: true,
      outcome,
      ...last,
    }),
  );
  functions.model.answer(tap);
  const observation = sampleObservation({
    treeKey: key("tree.json"),
    modelScreenshotKey: key("model.jpg"),
    modelPicture: { width: 460, height: 1_024 },
    package: "com.secret.bank",
    activity: ".Balance",
  });
  await invoke(handler, turnInput(jobId, { stepNumber: 2, observation }));
  const request = JSON.parse(functions.model.requests[0] ?? "{}");
  const step = await functions.repositories.steps.get(tenantId, jobId, 2);
  return { messages: JSON.stringify(request.messages), step };
}
const pixels = Buffer.from("the pixels").toString("base64");

describe("how a turn shows the screen", () => {
  it("[spec I4.2] sends not one label of the screen when the tree is hidden, and keeps it all the same", async () => {
    const { messages, step } = await turn({ tree: "never" });
    expect(messages).not.toMatch(/bluetooth|switch|help|com\.secret|balance/i);
    expect(messages).toContain(pixels);
    expect(step).toMatchObject({ picture: { sent: true, reason: "treeHidden" } });
    const kept = await functions.storage.artifacts.get(step?.before.treeKey ?? "");
    expect(Buffer.from(kept).toString()).toContain("Bluetooth");
  });

  it("[spec I4.1] sends a picture only where the elements may not do, and says why on the step", async () => {
    const { messages, step } = await turn({});
    expect(messages).not.toContain(pixels);
    expect(messages).toContain("Bluetooth");
    expect(step).toMatchObject({ picture: { sent: false, reason: "readable" } });
  });

  it.each([
    ["the screen is drawn", {}, { ...readable, elements: [] }, {}, { sent: true, reason: "poorTree" }],
    [
      "the last step did nothing",
      {},
      readable,
      { screenChanged: false },
      { sent: true, reason: "lastStepMissed" },
    ],
    ["the job always wants one", { picture: "always" }, readable, {}, { sent: true, reason: "always" }],
    [
      "the job never wants one",
      { picture: "never" },
      { ...readable, elements: [] },
      {},
      { sent: false, reason: "never" },
    ],
  ])("[spec I4.1] decides by the job and the screen when %s", async (_, perception, tree, last, picture) => {
    const { messages, step } = await turn(perception, tree, last);
    expect(step).toMatchObject({ picture });
    expect(messages.includes(pixels)).toBe(picture.sent);
  });

  it("[spec I4.4] leaves the course of the job out when it does not want it told", async () => {
    const { messages } = await turn({ metadata: false });
    expect(messages).not.toMatch(/step_count|max_steps|elapsed_time/);
  });
});
