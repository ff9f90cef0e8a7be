import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { handler as prepareJob } from "#functions/prepare-job.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import type { ScriptedReply } from "../../functions/scripted-model.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { jobIdOf, sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let lastId = 0;
let jobId: JobId;
beforeEach(() => {
  jobId = jobIdOf(++lastId);
  functions.model.requests.length = 0;
  functions.model.forget();
});
/** Two dollars a million tokens of input, ten for output, 2.5 for what is written to the cache. */
const model = "claude-sonnet-5-5";
const running = (change: { limits?: object; agent?: object; spentTokens?: number; spentUsd?: number } = {}) =>
  functions.repositories.jobs.create(
    sampleJob({
      jobId,
      status: "running",
      acquisition: 1,
      startedAt,
      limits: { ...change.limits },
      models: { agent: { model, ...change.agent } },
      spentTokens: change.spentTokens ?? 0,
      spentUsd: change.spentUsd ?? 0,
    }),
  );
const turn = (stepNumber = 1): Promise<unknown> => invoke(handler, turnInput(jobId, { stepNumber }));
const stored = async () => {
  const job = await functions.repositories.jobs.get(tenantId, jobId);
  if (job === null) throw new Error("the job is not stored");
  return job;
};
const home = { action: "home", thinking: "Go home." };
const asked = () => functions.model.requests.map((text) => JSON.parse(text).max_tokens as number);
const costOfHome = (100 * 2 + 10 * 10) / 1_000_000;

describe("a call of a model", () => {
  it("is reserved at its worst before it is made, and settled at what it used", async () => {
    await running({ limits: { maxCostUsd: 1 } });
    let answer: (reply: ScriptedReply) => void = () => {};
    functions.model.answer(new Promise((resolve) => (answer = resolve)));
    const made = turn();
    await expect.poll(() => functions.model.requests.length).toBe(1);
    const during = await stored();
    expect(during.spentTokens).toBeGreaterThan(4_096 + 500);
    expect(during.spentUsd).toBeGreaterThan((4_096 * 10) / 1_000_000);
    answer(home);
    expect(await made).toMatchObject({ route: "perform" });
    expect(await stored()).toMatchObject({
      spentTokens: 110,
      spentUsd: costOfHome,
      usage: { costUsd: costOfHome, calls: 1 },
    });
  });

  it("that repairs a reply is reserved and settled too", async () => {
    await running();
    functions.model.answer({ says: "I shall go home." }, home);
    expect(await turn()).toMatchObject({ route: "perform" });
    expect(await stored()).toMatchObject({ spentTokens: 220, usage: { calls: 2 } });
  });

  it("[fault D9] is settled though another invocation for its turn was counted first", async () => {
    await running();
    const answers: ((reply: ScriptedReply) => void)[] = [];
    const reply = () => new Promise<ScriptedReply>((resolve) => answers.push(resolve));
    functions.model.answer(reply(), reply());
    const both = [turn(), turn()];
    await expect.poll(() => functions.model.requests.length).toBe(2);
    for (const answer of answers) answer(home);
    await Promise.all(both);
    // Both calls were made and cost; the turn is one.
    expect(await stored()).toMatchObject({ spentTokens: 220, stepCount: 1, usage: { calls: 1 } });
  });

  it.each([
    { httpStatus: 429, retryAfter: "60" },
    { httpStatus: 529, retryAfter: "60" },
    { httpStatus: 500, retryAfter: "60" },
  ])("that the service answered with $httpStatus costs nothing", async (refusal) => {
    await running();
    functions.model.answer(refusal);
    expect(await turn()).toMatchObject({ route: "wait" });
    expect(await stored()).toMatchObject({ spentTokens: 0, spentUsd: 0, usage: { calls: 1 } });
  });

  it("that was never answered stays counted at its worst: nobody knows what it cost", async () => {
    await running({ agent: { timeoutSeconds: 1 } });
    functions.model.answer(new Promise<ScriptedReply>(() => {}));
    expect(await turn()).toMatchObject({ route: "wait" });
    const { spentTokens, usage } = await stored();
    expect(spentTokens).toBeGreaterThan(4_096);
    expect(usage).toMatchObject({ calls: 1, inputTokens: 0 });
  });

  it("whose process died before it was settled stays counted, and the next turn keeps within the rest", async () => {
    await running({ limits: { maxTokens: 20_000 } });
    const { jobs } = functions.repositories;
    const left = await jobs.reserve(tenantId, jobId, { tokens: 18_500, usd: 0 }, { maxTokens: 20_000 });
    expect(left).toBe(true);
    expect(await turn()).toMatchObject({
      route: "judge",
      end: { reason: "tokens", detail: expect.stringContaining("18500 are used") },
    });
    expect(functions.model.requests).toEqual([]);
  });

  it("is not made when others of its job, made at once, leave no room for it", async () => {
    await running();
    const { jobs } = functions.repositories;
    const limits = { maxTokens: 1_000_000, maxCostUsd: 0.1 };
    const both = [1, 2].map(() => jobs.reserve(tenantId, jobId, { tokens: 100, usd: 0.06 }, limits));
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
  });
});

describe("a budget that is nearly used up", () => {
  it("ends the loop before the call that could pass it, naming limit and figures, and asks nobody", async () => {
    await running({ limits: { maxCostUsd: 0.5 }, spentUsd: 0.499 });
    expect(await turn()).toEqual({
      route: "judge",
      end: {
        reason: "cost",
        detail: expect.stringMatching(
          /^The job's limits\.maxCostUsd is \$0\.5: \$0\.499 are spent, and the next call of 'claude-sonnet-5-5' may cost \$0\.0\d+\.$/,
        ),
      },
    });
    expect(functions.model.requests).toEqual([]);
    expect(await stored()).toMatchObject({ spentUsd: 0.499, usage: { calls: 0 } });
  });

  it("allows a shorter answer while one still fits", async () => {
    await running({ limits: { maxCostUsd: 0.5 }, spentUsd: 0.465 });
    functions.model.answer(home);
    expect(await turn()).toMatchObject({ route: "perform" });
    const [maxTokens = 0] = asked();
    expect(maxTokens).toBeGreaterThanOrEqual(1_024);
    expect(maxTokens).toBeLessThan(4_096);
    expect((await stored()).spentUsd).toBeCloseTo(0.465 + costOfHome, 9);
  });

  it("is what ends the loop when such an answer was cut, not the model's fault", async () => {
    await running({ limits: { maxCostUsd: 0.5 }, spentUsd: 0.465 });
    for (const _ of [1, 2, 3, 4]) functions.model.answer({ says: "I see the", stopReason: "max_tokens" });
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "cost" } });
  });
});

describe("a limit of what the models write", () => {
  it("is reserved before each call, which may write no more than is left", async () => {
    await running({ limits: { maxOutputTokens: 3_000 } });
    functions.model.answer(home);
    expect(await turn()).toMatchObject({ route: "perform" });
    expect(asked()).toEqual([3_000]);
    expect((await stored()).spentOutputTokens).toBe(10);
  });

  it("ends the loop when an answer has no room, naming limit and figures", async () => {
    await running({ limits: { maxOutputTokens: 900 } });
    expect(await turn()).toEqual({
      route: "judge",
      end: {
        reason: "tokens",
        detail: expect.stringContaining("limits.maxOutputTokens is 900: 0 are used"),
      },
    });
    expect(functions.model.requests).toEqual([]);
  });
});

describe("a limit in dollars for a model without a price", () => {
  it("is refused before a device is taken, with what to do", async () => {
    await running({ limits: { maxCostUsd: 1 }, agent: { model: "some-model-of-mine" } });
    const prepared = invoke(prepareJob, { schemaVersion: 1, tenantId, jobId });
    await expect(prepared).rejects.toMatchObject({
      name: "ConfigurationInvalid",
      message: expect.stringMatching(/'some-model-of-mine' has no price.*drover\.config\.ts/),
    });
  });
});
