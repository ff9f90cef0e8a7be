import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { TurnId } from "#shared/contracts/values/ids.ts";
import type { ScriptedReply } from "../../functions/scripted-model.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

const jobId = jobIdOf(1);
let dir: string;
let functions: TestFunctions | undefined;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-chain-"));
});
afterEach(async () => {
  await functions?.close();
  await rm(dir, { recursive: true, force: true });
});

/** A turn of a farm whose config has this chain, of a model that would tap. */
async function turnWith(
  chain: string,
  reply: ScriptedReply = { action: "tap", coordinate: [0.5, 0.25], thinking: "It is off." },
) {
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, `export default { chain: [${chain}] };`);
  functions = await startFunctions({ DROVER_CONFIG_FILE: file });
  const { repositories, model } = functions;
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt });
  await repositories.jobs.create(job);
  model.answer(reply);
  const answer = await invoke(handler, turnInput(jobId));
  return { answer, asked: model.requests, step: await repositories.steps.get(tenantId, jobId, 1) };
}

const noting = (name: string): string => `{ name: "${name}", preprocess: () => ({ note: "says ${name}" }) }`;
const turning = (name: string, action: string): string =>
  `{ name: "${name}", validate: ({ actions }) => ({ actions: [{ action: "${action}" }] }) }`;

describe("a chain of agents", () => {
  it("[spec I9.2] tells the model what those before it noted, in order, and the step keeps it", async () => {
    const { asked, step } = await turnWith(`${noting("first")}, ${noting("second")}`);
    expect(asked[0]).toMatch(/first: says first.*second: says second/s);
    expect(step).toMatchObject({
      actions: [{ action: { action: "tap" } }],
      chain: { notes: ["first: says first", "second: says second"] },
    });
    expect(step?.chain).not.toHaveProperty("overriddenBy");
  });

  it("[spec I9.2] shows the model the elements that one before it put there, and an agent after that too", async () => {
    const element = {
      ...{ element_id: 0, stable_id: "door", type: "button", text: "Side door", content_description: "" },
      ...{ hint_text: "", resource_id: "", class_name: "android.widget.Button", clickable: true },
      ...{ long_clickable: false, focusable: true, focused: false, scrollable: false, checkable: false },
      ...{ checked: false, selected: false, enabled: true, password: false, visibility: "visible" },
      bounds: { left: 100, top: 200, right: 300, bottom: 400 },
    };
    const tree = {
      ...{
        schema_version: 1,
        screen_id: "s",
        device_id: "d",
        app_name: "",
        app_package: "com.a",
        activity: "",
      },
      ...{ screen_width: 1_000, screen_height: 2_000, timestamp: 0, keyboard_shown: false, truncated: false },
      elements: [element],
    };
    const { asked, step } = await turnWith(
      `{ name: "eyes", preprocess: () => ({ tree: ${JSON.stringify(tree)}, note: "one more" }) },
      { name: "after", validate: ({ tree, actions }) => ({ actions: [{ ...actions[0], element: tree.elements[0].element_id }] }) }`,
      { action: "tap", element: 0, thinking: "There it is." },
    );
    expect(asked[0]).toMatch(/Side door/);
    expect(step).toMatchObject({
      actions: [{ element: 'BUTTON "Side door"', deviceAction: { action: "tap", coordinate: [0.2, 0.15] } }],
      chain: { notes: ["eyes: one more"] },
    });
  });

  it("[spec I9.2] lets one after the model choose otherwise; the last one's choice counts and is named", async () => {
    const { answer, step } = await turnWith(
      `${turning("a", "home")}, { name: "b", validate: ({ actions, thinking }) =>
        actions[0].action === "home" && thinking === "It is off." ? { actions: [{ action: "back" }] } : undefined },
      { name: "content", validate: () => undefined }`,
    );
    expect(answer).toMatchObject({ route: "perform", actions: [{ action: "back" }] });
    expect(step).toMatchObject({ chain: { notes: [], overriddenBy: "b" }, usage: { calls: 1 } });
  });

  it("[spec I9.2] stands around an agent outside of the farm too", async () => {
    const file = path.join(dir, "drover.config.mjs");
    await writeFile(file, `export default { chain: [${turning("after", "back")}] };`);
    functions = await startFunctions({ DROVER_CONFIG_FILE: file });
    const { jobs, turns, steps } = functions.repositories;
    const agent = { kind: "external", name: "mine", turnTimeoutSeconds: 120, observation: {} };
    const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt, agent });
    await jobs.create(job);
    const input = turnInput(jobId);
    const turnId = TurnId.parse(jobIdOf(9));
    await turns.open({
      ...{ schemaVersion: 1, tenantId, jobId, turnId, stepNumber: 1, agent: "mine", pool: job.pool },
      ...{ status: "open", openedAt: startedAt, until: "2026-01-01T00:02:00.000Z", claimableAt: startedAt },
      refusals: 0,
      input: { ...input, firstStep: 1, failedHelpers: {} },
    });
    const answer = { actions: [{ action: "home" }], thinking: "" };
    await turns.answer({ tenantId, jobId, turnId, answer, digest: "d", at: startedAt });
    await invoke(handler, input);
    expect(await steps.get(tenantId, jobId, 1)).toMatchObject({
      chosenBy: "external",
      actions: [{ action: { action: "back" } }],
      chain: { overriddenBy: "after" },
    });
  });

  it("[spec I9.2] lets one before the model choose: the model is not asked and costs nothing", async () => {
    const { asked, step } = await turnWith(
      `{ name: "rule", preprocess: () => ({ actions: [{ action: "back" }] }) }, ${noting("later")}`,
    );
    expect(asked).toEqual([]);
    expect(step).toMatchObject({
      model: "chain:rule",
      actions: [{ action: { action: "back" } }],
      chain: { notes: [], overriddenBy: "rule" },
      usage: { calls: 0 },
    });
  });

  it.each([
    [
      `{ name: "bad", preprocess: () => { throw new TypeError("no rules"); } }`,
      "Agent 'bad' before the choice failed: TypeError: no rules",
    ],
    [
      turning("odd", "reboot"),
      "Agent 'odd' after the choice chose what cannot be done: There is no action 'reboot'",
    ],
    [
      `{ name: "none", validate: () => ({ actions: [] }) }`,
      "chose what cannot be done: No action was chosen.",
    ],
    [
      `{ name: "torn", preprocess: () => ({ tree: { elements: [] } }) }`,
      "Agent 'torn' before the choice returned an invalid tree: schema_version",
    ],
  ])("names the agent that fails: %s", async (chain, said) => {
    await expect(turnWith(chain)).rejects.toThrow(said);
  });

  it("counts the call of the model when one after it fails", async () => {
    await expect(turnWith(turning("odd", "reboot"))).rejects.toThrow("ExtensionFailed");
    expect(await functions?.repositories.jobs.get(tenantId, jobId)).toMatchObject({ usage: { calls: 1 } });
  });
});
