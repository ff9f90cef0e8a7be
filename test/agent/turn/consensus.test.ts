import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import type { Consensus } from "#shared/contracts/step/consensus.ts";
import { chainWords } from "#shared/rules/steps/chain-words.ts";
import type { ScriptedReply } from "../../functions/scripted-model.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

const jobId = jobIdOf(1);
let dir: string;
let functions: TestFunctions | undefined;
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), "drover-consensus-"));
});
afterEach(async () => {
  await functions?.close();
  await rm(dir, { recursive: true, force: true });
});

const tapping = { action: "tap", coordinate: [0.5, 0.25], thinking: "It is off." };

/** A turn of a job with this rule, of a model that would tap, on a farm with this chain. */
async function turnBy(consensus: Consensus, chain: readonly string[], answered: ScriptedReply = tapping) {
  const file = path.join(dir, "drover.config.mjs");
  await writeFile(file, `export default { chain: [${chain.join(", ")}] };`);
  functions = await startFunctions({ DROVER_CONFIG_FILE: file });
  const { repositories, model } = functions;
  await repositories.jobs.create(
    sampleJob({ jobId, status: "running", acquisition: 1, startedAt, consensus }),
  );
  model.answer(answered);
  const answer = await invoke(handler, turnInput(jobId));
  return { answer, step: await repositories.steps.get(tenantId, jobId, 1) };
}

const agreeing = (name: string): string => `{ name: "${name}", validate: () => undefined }`;
const turning = (name: string, action: string): string =>
  `{ name: "${name}", validate: () => ({ actions: [{ action: "${action}" }] }) }`;
const vetoing = (name: string, why: string): string =>
  `{ name: "${name}", validate: () => ({ veto: "${why}" }) }`;

describe("consensus of a chain", () => {
  it("[spec I9.3] by the last override does what the last that objects is for, and keeps what each was for", async () => {
    const chain = [turning("a", "home"), turning("b", "back"), agreeing("c")];
    const { answer, step } = await turnBy("lastOverride", chain);
    expect(answer).toMatchObject({ route: "perform", actions: [{ action: "back" }] });
    expect(step?.chain).toMatchObject({
      rule: "lastOverride",
      overriddenBy: "b",
      proposals: [
        { by: "practice-1", kind: "choice", says: expect.stringContaining("tap") },
        { by: "a", kind: "override", says: "home" },
        { by: "b", kind: "override", says: "back" },
        { by: "c", kind: "agrees", says: "" },
      ],
    });
    expect(step?.chain && chainWords(step.chain)).toEqual([
      expect.stringMatching(/^practice-1: tap/),
      "a: rather home",
      "b: rather back",
      "c: agrees",
      "lastOverride: b",
    ]);
  });

  it.each([
    [[turning("a", "back"), turning("b", "back"), agreeing("c")], { action: "tap" }],
    [[turning("a", "back"), turning("b", "home"), turning("c", "back")], { action: "back" }],
    [[turning("a", "back"), agreeing("b")], { action: "tap" }],
    [[turning("a", "back")], { action: "tap" }],
  ])("[spec I9.3] by majority counts the choice as a vote, and a tie leaves it: %#", async (chain, done) => {
    const { answer, step } = await turnBy("majority", chain);
    expect(answer).toMatchObject({ route: "perform", actions: [done] });
    expect(step?.chain?.proposals).toHaveLength(chain.length + 1);
  });

  it("[spec I9.3] by majority shows each agent the choice itself, not what another made of it", async () => {
    const seeing = `{ name: "b", validate: ({ actions }) => actions[0].action === "tap" ? { actions: [{ action: "back" }] } : undefined }`;
    const { answer } = await turnBy("majority", [turning("a", "back"), seeing]);
    expect(answer).toMatchObject({ actions: [{ action: "back" }] });
  });

  it("[spec I9.3] by veto does nothing on the first objection, asks nobody after it, and tells the agent why", async () => {
    const never = `{ name: "late", validate: () => { throw new Error("asked"); } }`;
    const { answer, step } = await turnBy("veto", [agreeing("a"), vetoing("b", "It would pay."), never]);
    expect(answer).toMatchObject({ route: "denied", nextStepNumber: 2 });
    expect(step).toMatchObject({
      chain: { rule: "veto", vetoedBy: "b" },
      actions: [{ action: { action: "tap" } }],
      outcome: { ok: false, effect: "none", message: "Agent 'b' vetoed it: It would pay." },
    });
    functions?.model.answer(tapping);
    const { observation } = turnInput(jobId);
    await invoke(handler, { ...turnInput(jobId), stepNumber: 2, observation });
    expect(functions?.model.requests.at(-1)).toContain("It would pay.");
  });

  it("[spec I9.3] lets a veto stop a claim too: the job does not end by it", async () => {
    const claim = { action: "FINISH", status: "success", summary: "Done." };
    const { answer, step } = await turnBy("veto", [vetoing("b", "Nothing was done yet.")], claim);
    expect(answer).toMatchObject({ route: "denied" });
    expect(step?.chain).toMatchObject({ vetoedBy: "b" });
  });

  it("[spec I9.3] by veto does what the first that objects is for, where it says something better", async () => {
    const { answer, step } = await turnBy("veto", [turning("a", "home"), turning("b", "back")]);
    expect(answer).toMatchObject({ route: "perform", actions: [{ action: "home" }] });
    expect(step?.chain).toMatchObject({ overriddenBy: "a" });
  });
});
