import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { loadProjectConfig } from "#shared/config/load-project-config.ts";
import { debugPrefix } from "#shared/contracts/farm/keys.ts";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { touchPoint } from "#shared/screen/touch-point.ts";
import { treeHash } from "#shared/screen/tree-hash.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const example = path.resolve(import.meta.dirname, "../../../examples/drover.config.ts");
const settings: StoredAction = { action: "open_app", package: "com.android.settings" };

let farm: TestFarm;
let held: Awaited<ReturnType<TestFarm["lease"]>>;
let stepNumber = 0;
const sent: string[] = [];
beforeAll(async () => {
  farm = await startTestFarm();
  const config = await loadProjectConfig({ DROVER_CONFIG_FILE: example });
  // One more, which writes down what reaches the device's host last.
  const witness = {
    name: "witness",
    before: ({ action }: { action: object }) => void sent.push(JSON.stringify(action)),
  };
  await farm.startHost({ config: { ...config, middleware: [...config.middleware, witness] } });
  held = await farm.lease({ debug: true });
  await farm.run(held, { kind: "setUp", precheck: false, modelPicture: null, ocr: "never" });
});
afterAll(() => farm.close());

async function perform(action: StoredAction): Promise<PerformAnswer> {
  stepNumber += 1;
  const answer = await farm.run(held, {
    kind: "perform",
    stepNumber,
    actions: [action],
    modelPicture: null,
    ocr: "never",
  });
  expect(answer.error, answer.cause).toBeUndefined();
  return PerformAnswer.parse(JSON.parse(answer.output ?? "null"));
}

describe("a host with the example config", () => {
  it("[spec I8.1] does a registered action with normalised parameters on the device", async () => {
    expect(await perform(settings)).toMatchObject({ outcome: { ok: true } });
    const turned = await perform({ action: "select_from_wheel", coordinate: [0.5, 0.6], rows: 3 });
    expect(turned.outcome).toMatchObject({ ok: true, effect: "done" });
    const [key = ""] = await farm.storage.artifacts.list(`${debugPrefix(tenantId, held.jobId)}step-0002/`);
    const record = await farm.storage.artifacts.getText(key);
    expect(record.match(/input swipe 540 1440 540 1320 300/g)).toHaveLength(3);
  });

  it("[spec I8.1] tells the model what a registered action says to it", async () => {
    expect((await perform({ action: "select_from_wheel", coordinate: [0.5, 0.6], rows: 0 })).outcome).toEqual(
      {
        ok: false,
        effect: "none",
        message: "Turn the wheel by at least one row.",
        errorCode: "ValidationError",
        retries: 0,
      },
    );
  });

  it("[spec I8.2] does what a middleware made of an actions: [action], and adds its note to the next observation", async () => {
    const { outcome, observation } = await perform({ action: "swipe", start: [0.5, 0.7], end: [0.5, 0.4] });
    expect(outcome.ok).toBe(true);
    expect(JSON.parse(sent.at(-1) ?? "")).toMatchObject({ action: "swipe", duration: 600 });
    expect(observation.flags).toEqual([
      "slow-swipes changed the action to swipe",
      "slow-swipes: the list may still be moving",
    ]);
    const { observation: next } = await perform({ action: "back" });
    expect(next.flags).toEqual([]);
  });

  it("[spec I8.2] shows the agent the elements that a middleware leaves, and finds nothing changed by that", async () => {
    const { observation } = await perform(settings);
    const tree = await farm.storage.artifacts.getJson(observation.treeKey ?? "", SemanticUITree);
    expect(await farm.storage.artifacts.getText(observation.hierarchyKey ?? "")).toContain("Network &amp;");
    expect(tree.elements.filter(({ text }) => text.startsWith("Network"))).toEqual([]);
    expect(observation.treeHash).toBe(treeHash(tree));
    const display = tree.elements.find(({ text }) => text.startsWith("Display"));
    if (display === undefined) throw new Error("no Display on the screen");
    expect((await perform({ action: "tap", coordinate: touchPoint(display, tree) })).outcome.ok).toBe(true);
    await perform({ action: "back" });
  });

  it("[spec I8.2] keeps with the step what was really done", async () => {
    stepNumber += 1;
    const wait = { action: "wait", duration: 1 } as const;
    const swipe: StoredAction = { action: "swipe", start: [0.5, 0.4], end: [0.5, 0.7] };
    const actions = [wait, swipe];
    await farm.run(held, { kind: "perform", stepNumber, actions, modelPicture: null, ocr: "never" });
    const step = await farm.repositories.steps.get(tenantId, held.jobId, stepNumber);
    expect(step?.actions).toMatchObject([
      { action: wait, deviceAction: wait, outcome: { ok: true } },
      { action: swipe, deviceAction: { ...swipe, duration: 600 }, outcome: { ok: true } },
    ]);
    expect(step?.actions[1]?.action).not.toHaveProperty("duration");
  });

  it("[spec I8.2] does not do what a middleware skips, and says so to the model", async () => {
    const asked = sent.length;
    const { outcome, observation } = await perform({ action: "open_app", package: "com.android.deskclock" });
    expect(outcome).toEqual({
      ok: false,
      effect: "none",
      message: "It was not done: leave-clock skipped it. The clock is set for these tests: do without it.",
      retries: 0,
    });
    expect(observation.package).not.toBe("com.android.deskclock");
    expect(sent.length).toBe(asked);
  });
});
