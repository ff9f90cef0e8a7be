import { beforeEach, describe, expect, it } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { unsupervised } from "#shared/rules/supervision-of.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { button, label, screenOf } from "../../shared/screen/screen-parts.ts";
import { running, stored, tap, turn, withTurns } from "./one-turn.ts";
import { seen, stepOf, storedStep } from "./seen-screens.ts";

withFunctions();
withTurns();

const before = screenOf(button("Network", [0, 0, 1080, 200]));
const after = screenOf(label("Airplane mode", [0, 0, 1080, 200]));
const asked = { supervision: { ...unsupervised, verification: "model" } };
const isVerifier = (request: string): boolean => request.includes("report_verification");
const verdict = (value: string) => ({
  action: "report_verification",
  verdict: value,
  reason: "No list is shown.",
});

/** A job whose step 1 the rules are unsure of; the observation that came after it. */
async function doubtful(change: Record<string, unknown> = asked) {
  await running(change);
  const observation = await seen(after);
  const verification = { verdict: "unsure", by: "rules", findings: [] };
  await storedStep({
    before: await seen(before),
    after: observation,
    verification,
    expect: "a list of networks",
  });
  return observation;
}

beforeEach(() => {
  functions.model.forget();
});

/** Kept from outside. */
function promised<T>() {
  let keep: (value: T) => void = () => {};
  const promise = new Promise<T>((resolve) => {
    keep = resolve;
  });
  return { promise, keep };
}

describe("a step that the rules are unsure of", () => {
  it("[spec R9.3] is verified by a model while the agent chooses the next one: neither waits for the other's answer", async () => {
    const observation = await doubtful({ ...asked, usageByRole: noUsageByRole });
    const events: string[] = [];
    const both = { agent: promised<void>(), verifier: promised<void>() };
    functions.model.otherwise(async (request) => {
      const who = isVerifier(request) ? "verifier" : "agent";
      events.push(`${who} asked`);
      both[who].keep();
      // Were one asked only after the other had answered, this would never go on.
      await Promise.all([both.agent.promise, both.verifier.promise]);
      events.push(`${who} answered`);
      return who === "verifier" ? verdict("failed") : tap;
    });
    expect(await turn({ stepNumber: 2, observation })).toMatchObject({ route: "perform" });
    expect(events.slice(0, 2).toSorted()).toEqual(["agent asked", "verifier asked"]);
    expect(await stepOf(1)).toMatchObject({
      verification: { verdict: "failed", by: "model", usage: { calls: 1 } },
    });
    expect((await stored())?.usageByRole.verifier).toMatchObject({ calls: 1 });
  });

  it("[spec R9.3] is told to the agent in the turn after, fenced, with one instruction in our own words", async () => {
    const observation = await doubtful();
    functions.model.otherwise((request) => (isVerifier(request) ? verdict("failed") : tap));
    await turn({ stepNumber: 2, observation });
    functions.model.requests.length = 0;
    await turn({ stepNumber: 3, observation });
    const [prompt = ""] = functions.model.requests.filter((request) => !isVerifier(request));
    expect(prompt).toMatch(/<checks>\\n--- \w+ begin ---\\nstep 1: No list is shown\./);
    expect(prompt).toContain("A check found that a step did not do what was meant");
  });

  it.each([
    ["is overloaded", { httpStatus: 529 }],
    ["answers nothing of use", { says: "Maybe." }],
  ])("[spec R9.3] goes on without the verifier when it %s", async (_, reply) => {
    const observation = await doubtful();
    functions.model.otherwise((request) => (isVerifier(request) ? reply : tap));
    expect(await turn({ stepNumber: 2, observation })).toMatchObject({ route: "perform" });
    expect(await stepOf(1)).toMatchObject({ verification: { verdict: "unsure", by: "rules" } });
  });

  it.each([
    ["the job wants rules alone", { supervision: unsupervised }],
    ["the job's agent may see no word of the screen", { ...asked, perception: { tree: "never" } }],
    ["the job's budget is nearly spent", { ...asked, limits: { maxTokens: 100_000 }, spentTokens: 95_000 }],
  ])("asks no model when %s", async (_, change) => {
    const observation = await doubtful(change);
    functions.model.otherwise(() => tap);
    await turn({ stepNumber: 2, observation });
    expect(functions.model.requests.filter(isVerifier)).toEqual([]);
  });
});

it("[spec R9.3] rules alone say first what came of the step, and it is stored with the next one", async () => {
  await running({ supervision: unsupervised });
  const [was, is] = [await seen(before), await seen(after)];
  await storedStep({ before: was, after: is, expect: "a list of networks" });
  functions.model.answer(tap);
  expect(await turn({ stepNumber: 2, observation: is })).toMatchObject({ route: "perform" });
  expect(functions.model.requests.filter(isVerifier)).toEqual([]);
  expect(await stepOf(1)).toMatchObject({
    screenChanged: true,
    verifiedAt: expect.any(String),
    verification: { verdict: "unsure", by: "rules" },
    feedback: expect.stringContaining("appeared"),
  });
});

it("[spec A6] what came of the last step is stored when the loop ends without another", async () => {
  await running({ limits: { maxSteps: 1 } });
  const screen = await seen(before);
  await storedStep({ before: screen, after: screen });
  expect(await turn({ stepNumber: 2, observation: screen })).toMatchObject({ route: "judge" });
  expect(await stepOf(1)).toMatchObject({
    screenChanged: false,
    feedback: expect.stringContaining("The screen did not change."),
  });
});

it("a screen that did not follow from the step says nothing of it", async () => {
  await running();
  const screen = await seen(before);
  await storedStep({ before: screen, after: screen });
  functions.model.answer(tap);
  await turn({ stepNumber: 2, observation: { ...screen, capturedAt: "2026-01-01T01:00:00.000Z" } });
  expect((await stepOf(1))?.verifiedAt).toBeUndefined();
});
