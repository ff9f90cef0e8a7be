import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { noUsageByRole } from "#shared/agent/usage.ts";
import type { JobId } from "#shared/contracts/ids.ts";
import { debugPrefix, observationKey } from "#shared/contracts/keys.ts";
import type { ModelSettings } from "#shared/contracts/model-settings.ts";
import { dump, node, switchRow, treeOf } from "../shared/domain/dump.ts";
import { jobIdOf, sampleJob, sampleObservation, tenantId } from "../shared/storage/sample-records.ts";
import type { ScriptedReply } from "./scripted-model.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "./start-functions.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let lastId = 700;
let jobId: JobId;
beforeEach(() => {
  jobId = jobIdOf(++lastId);
  functions.model.requests.length = 0;
  functions.lines.length = 0;
});
// A reply that nobody asked for must not answer the next test's request.
afterEach(() => functions.model.forget());

const tree = treeOf(dump(node({}, switchRow("Bluetooth", false, 300))));
/** A quarter of the screen's size on each side. */
const modelPicture = { width: 270, height: 600 };
const grounder = { model: "claude-haiku-5-5" };

interface Asked {
  readonly models?: Readonly<Record<string, ModelSettings>>;
  readonly hasPicture?: boolean;
  readonly job?: Readonly<Record<string, unknown>>;
}

/** One turn of a job with these models, which are answered so; what came of it. */
async function turn(replies: readonly ScriptedReply[], { models = {}, hasPicture = true, job = {} }: Asked) {
  const { repositories, storage, model } = functions;
  const running = { jobId, status: "running", acquisition: 1, startedAt, usageByRole: noUsageByRole };
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
  const input = { schemaVersion: 1, tenantId, jobId, stepNumber: 1, observation, alreadySatisfied: false };
  const answer = await invoke(handler, input);
  return {
    answer,
    step: await repositories.steps.get(tenantId, jobId, 1),
    job: await repositories.jobs.get(tenantId, jobId),
    asked: model.requests.map((request) => JSON.parse(request)),
  };
}

const unknown = { action: "tap", element: 77, thinking: "The switch beside Bluetooth is off." };
const point = { says: "[135, 300]" };
const invalid = { route: "judge", end: { reason: "modelOutput" } };
const logged = (message: string) =>
  functions.lines.map((line) => JSON.parse(line)).filter((line) => line.message === message);

describe("the fallback to a grounding model", () => {
  it("[spec I9.1] finds what an unknown element was meant to be, and the step says who found it and why", async () => {
    const { answer, step, asked } = await turn([unknown, unknown, point], {
      models: { grounding: grounder },
    });
    expect(answer).toMatchObject({ route: "perform", actions: [{ action: "tap", coordinate: [0.5, 0.5] }] });
    const description = "what to tap according to: The switch beside Bluetooth is off.";
    expect(step).toMatchObject({
      model: "practice-1",
      repairs: 1,
      actions: [{ action: { action: "tap", coordinate: [0.5, 0.5] } }],
      groundedBy: { model: "claude-haiku-5-5", reason: "unknownElement", description, usage: { calls: 1 } },
    });
    expect(asked.map(({ model }) => model)).toEqual(["practice-1", "practice-1", "claude-haiku-5-5"]);
    const [picture, words] = asked[2].messages[0].content;
    expect(picture.source.data).toBe(Buffer.from("the pixels").toString("base64"));
    expect(words.text).toContain(description);
  });

  it("[spec I9.1] says in the log that it changed over and why, without the words of the screen", async () => {
    await turn([unknown, unknown, point], { models: { grounding: grounder } });
    const said = logged("another model is asked for the place");
    expect(said).toEqual([
      expect.objectContaining({
        level: "INFO",
        reason: "unknownElement",
        to: "claude-haiku-5-5",
        stepNumber: 1,
      }),
    ]);
    expect(JSON.stringify(said)).not.toContain("Bluetooth");
  });

  it("[spec I9.1] counts its calls under its own role, once, and within the job's budget", async () => {
    const { job, step } = await turn([unknown, unknown, point], { models: { grounding: grounder } });
    expect(step?.usage).toMatchObject({ calls: 2, inputTokens: 200 });
    expect(job).toMatchObject({
      usage: { calls: 3, inputTokens: 300 },
      usageByRole: { agent: { calls: 2 }, grounding: { calls: 1, inputTokens: 100 } },
      spentTokens: 330,
    });
  });

  it("[spec I9.1] asks nobody without configuration: the turn ends as ever", async () => {
    const { answer, asked, step } = await turn([unknown, unknown, point], {});
    expect(answer).toMatchObject(invalid);
    expect([asked.length, step]).toEqual([2, null]);
  });

  it("[spec I9.1] leaves a reply alone that is mended when it is asked again", async () => {
    const good = { action: "tap", element: 0, thinking: "The row." };
    const { step, asked } = await turn([unknown, good], { models: { grounding: grounder } });
    expect(step).not.toHaveProperty("groundedBy");
    expect(asked).toHaveLength(2);
  });

  it.each([
    [
      "outOfRange",
      { action: "long_press", coordinate: [5_000, 10], thinking: "Hold the row." },
      "what to long press",
    ],
    ["noTarget", { action: "tap", thinking: "Now the Help button." }, "Now the Help button."],
    ["noTarget", { action: "tap", element: "the gear at the top" }, "the gear at the top"],
    ["noTarget", { action: "tap", target: "the gear at the top", thinking: "On." }, "the gear at the top"],
  ])("[spec I9.1] as %s takes %j to be %s", async (reason, reply, words) => {
    const { answer, step } = await turn([reply, reply, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject({
      route: "perform",
      actions: [{ action: reply.action, coordinate: [0.5, 0.5] }],
    });
    expect(step?.groundedBy).toMatchObject({ reason, description: expect.stringContaining(words) });
  });

  it("[spec I9.1] keeps what else the action holds", async () => {
    const typing = { action: "type", text: "milk", submit: true, element: 77, thinking: "The search field." };
    const { answer } = await turn([typing, typing, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject({
      actions: [{ action: "type", text: "milk", submit: true, coordinate: [0.5, 0.5] }],
    });
  });

  it.each([
    ["has another fault", { action: "tap", element: 77, force: 3, thinking: "Help." }],
    ["names no place", { action: "reboot", thinking: "Help." }],
    ["says in no word what it means", { action: "tap", element: 77 }],
  ])("[spec I9.1] asks nobody when the reply %s", async (_, reply) => {
    const { answer, asked } = await turn([reply, reply, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(2);
  });

  it("[spec I9.1] asks nobody when a reply holds several actions", async () => {
    const several = { calls: [{ action: "back" }, unknown] };
    const { answer, asked } = await turn([several, several, point], { models: { grounding: grounder } });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ["does not see it", { says: "[-1, -1]" }, "the grounding model does not see the target"],
    ["answers beside the point", { says: "Sorry?" }, "the grounding model was of no use"],
    ["is not served", { httpStatus: 404 }, "the grounding model was of no use"],
  ])(
    "[spec I9.1] lets the reply's own error stand when it %s, and counts the call",
    async (_, reply, message) => {
      const { answer, job } = await turn([unknown, unknown, reply], { models: { grounding: grounder } });
      expect(answer).toMatchObject({
        ...invalid,
        end: { detail: expect.stringContaining("There is no element 77") },
      });
      expect(job).toMatchObject({ usage: { calls: 3 }, usageByRole: { grounding: { calls: 1 } } });
      expect(logged(message)).toHaveLength(1);
    },
  );

  it("[spec I9.1] says in the log that there is no picture to look at", async () => {
    const { answer, asked } = await turn([unknown, unknown, point], {
      models: { grounding: grounder },
      hasPicture: false,
    });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(2);
    expect(logged("no grounding: the turn has no picture")).toHaveLength(1);
  });

  it("[spec I9.1] makes no call that the job's budget has no room for", async () => {
    const { answer, asked } = await turn([unknown, unknown, point], {
      models: {
        agent: { model: "claude-haiku-5-5", maxTokens: 64 },
        grounding: { model: "claude-opus-5-5", maxTokens: 64_000 },
      },
      job: { limits: { ...sampleJob().limits, maxCostUsd: 0.02 } },
    });
    expect(answer).toMatchObject(invalid);
    expect(asked).toHaveLength(2);
    expect(logged("the grounding model was of no use")).toMatchObject([{ problem: "BudgetExhausted" }]);
  });

  it.each([
    [
      "mai-ui",
      '<grounding_think>In the middle.</grounding_think><answer>{"coordinate": [500, 500]}</answer>',
    ],
    ["ui-tars", "Thought: It is there.\nAction: click(start_box='(140,294)')"],
    ["thinking-tool-call", "[0.5, 0.5]"],
  ] as const)("[spec I9.1] reads the answer of a model that speaks %s", async (dialect, says) => {
    const { step } = await turn([unknown, unknown, { says }], {
      models: { grounding: { ...grounder, dialect } },
    });
    const [x, y] = (step?.actions[0]?.deviceAction?.coordinate ?? []) as readonly number[];
    expect(x).toBeCloseTo(0.5, 2);
    expect(y).toBeCloseTo(0.5, 2);
  });

  it("[spec I9.1] looks up a point of a model that works from pictures alone", async () => {
    const off = { says: "Thought: I click the switch.\nAction: click(start_box='(9000,10)')" };
    const { answer, step } = await turn([off, off, point], {
      models: { agent: { dialect: "ui-tars" }, grounding: grounder },
    });
    expect(answer).toMatchObject({ actions: [{ action: "tap", coordinate: [0.5, 0.5] }] });
    expect(step?.groundedBy).toMatchObject({ reason: "outOfRange" });
  });
});

describe("a reply that is not sure of its place", () => {
  const sure = (confidence: unknown) => ({
    says: JSON.stringify({ thinking: "The switch.", action: "tap", element: 0, confidence }),
  });
  const models = (minConfidence?: number) => ({
    agent: { dialect: "element-json" as const },
    grounding: { ...grounder, ...(minConfidence === undefined ? {} : { minConfidence }) },
  });

  it("[spec I9.1] is done where the grounding model sees its element", async () => {
    const { answer, step, job } = await turn([sure(0.4), point], { models: models() });
    expect(answer).toMatchObject({ actions: [{ action: "tap", coordinate: [0.5, 0.5] }] });
    expect(step).toMatchObject({
      repairs: 0,
      groundedBy: { reason: "lowConfidence", description: expect.stringContaining("Bluetooth") },
    });
    expect(job).toMatchObject({ usageByRole: { agent: { calls: 1 }, grounding: { calls: 1 } } });
  });

  it.each([
    ["is sure enough", sure(0.8), undefined],
    ["says no number", sure("quite"), undefined],
    ["is as sure as the job asks", sure(0.4), 0.3],
  ])("[spec I9.1] is done as it is when it %s", async (_, reply, threshold) => {
    const { answer, asked } = await turn([reply, point], { models: models(threshold) });
    expect(answer).toMatchObject({ route: "perform" });
    expect(asked).toHaveLength(1);
  });

  it("[spec I9.1] is done as it is when the grounding model does not see it", async () => {
    const { answer, step } = await turn([sure(0.4), { says: "[-1, -1]" }], { models: models() });
    expect(answer).toMatchObject({ route: "perform", actions: [{ action: "tap" }] });
    expect(step).not.toHaveProperty("groundedBy");
  });

  it("[spec I9.1] may say so in the dialect with tags too", async () => {
    const says =
      '<thinking>It.</thinking><tool_call>{"action":"tap","coordinate":[0.1,0.1],"confidence":0.2}</tool_call>';
    const { answer, step } = await turn([{ says }, point], {
      models: { agent: { dialect: "thinking-tool-call" }, grounding: grounder },
    });
    expect(answer).toMatchObject({ actions: [{ coordinate: [0.5, 0.5] }] });
    expect(step?.groundedBy).toMatchObject({
      reason: "lowConfidence",
      description: "what to tap according to: It.",
    });
  });
});

describe("a project's own grounding model", () => {
  let dir: string;
  beforeAll(async () => {
    await functions.close();
    dir = await mkdtemp(path.join(tmpdir(), "drover-grounding-"));
    const file = path.join(dir, "drover.config.mjs");
    const grounding = { ...grounder, minConfidence: 0.3 };
    await writeFile(file, `export default { models: ${JSON.stringify({ grounding })} };`);
    functions = await startFunctions({ DROVER_CONFIG_FILE: file });
  });
  afterAll(() => rm(dir, { recursive: true, force: true }));

  it("[spec I9.1] is asked for every job, and a job with debug keeps the call", async () => {
    const { step } = await turn([unknown, unknown, point], { job: { debug: true } });
    expect(step?.groundedBy).toMatchObject({ model: "claude-haiku-5-5", reason: "unknownElement" });
    const { artifacts } = functions.storage;
    const [key = ""] = await artifacts.list(`${debugPrefix(tenantId, jobId)}step-0001/`);
    const { calls } = JSON.parse(await artifacts.getText(key));
    expect(calls.map(({ request }: { request: { model: string } }) => request.model)).toEqual([
      "practice-1",
      "practice-1",
      "claude-haiku-5-5",
    ]);
  });

  it("[spec I9.1] has the project's threshold", async () => {
    const says = JSON.stringify({ thinking: "It.", action: "tap", element: 0, confidence: 0.4 });
    const { asked } = await turn([{ says }, point], { models: { agent: { dialect: "element-json" } } });
    expect(asked).toHaveLength(1);
  });
});
