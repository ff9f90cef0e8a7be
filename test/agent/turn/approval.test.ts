import { beforeEach, describe, expect, it } from "vitest";
import { handler as openCallback } from "#functions/open-callback.ts";
import { handler as predictAction } from "#functions/predict-action.ts";
import { callbackKey } from "#shared/contracts/farm/keys.ts";
import type { Question } from "#shared/contracts/job/question.ts";
import { callApi, refused } from "../../api/call-api.ts";
import type { ScriptedReply } from "../../functions/scripted-model.ts";
import { invoke } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { sampleObservation, tenantId } from "../../shared/storage/sample-records.ts";
import { api, job, jobId, later, nextJob, running, taskToken, withAskingJobs } from "../people/asking-job.ts";
import { treeOf } from "./tree-of.ts";

withAskingJobs();

const observed = async (minutes: number, button = "Pay now") => {
  later(minutes);
  const tree = treeOf(button);
  const treeKey = `tenants/${tenantId}/approval-${jobId}-${minutes}-${button}.json`;
  await api.storage.artifacts.put(treeKey, JSON.stringify(tree), "application/json");
  return sampleObservation({
    capturedAt: api.clock.now.toISOString(),
    ...{ package: tree.app_package, activity: tree.activity, treeKey, treeHash: `of ${button}` },
  });
};
const turn = async (stepNumber: number, minutes: number, button?: string) =>
  invoke(predictAction, turnInput(jobId, { stepNumber, observation: await observed(minutes, button) }));
const answer = (text: string) =>
  callApi("POST", `/v1/jobs/${jobId}/answers/1`, { body: { answer: text, by: "Ada" } });
const step = () => api.repositories.steps.get(tenantId, jobId, 1);
const stands = { route: "stand", callbackId: "1", hold: true, nextStepNumber: 1 };

/** Its model wants to pay, and its policy asks before. */
const proposed = async (change: Record<string, unknown> = {}) => {
  await running({ policy: { approve: { categories: ["payment"] } }, ...change });
  api.model.answer({ action: "tap", element: 0 });
  return turn(1, 0);
};

describe("an action that its job asks before", () => {
  beforeEach(() => nextJob());

  it("is not done but proposed: anybody finds it, with its screen and why, and the job's time does not run", async () => {
    expect(await proposed()).toMatchObject({ ...stands, timeoutSeconds: 3_600 });
    const { items } = (await callApi("GET", `/v1/jobs/${jobId}/questions`)).body as { items: unknown[] };
    expect(items).toMatchObject([
      {
        ...{ kind: "approval", status: "open", stepNumber: 1 },
        approval: { because: ["payment"], actions: [expect.stringContaining("Pay now")] },
        text: expect.stringContaining("asks before: payment"),
      },
    ]);
    expect(await job()).toMatchObject({ pause: { for: "approval", holdsDevice: true } });
    expect(await step()).toMatchObject({ approval: { because: ["payment"] } });
  });

  it("is told in words, with how long it lasts", async () => {
    const askedAbout = async (action: ScriptedReply): Promise<string> => {
      nextJob();
      await running({ policy: { approve: { kinds: ["touch"] } } });
      api.model.answer(action);
      await turn(1, 0);
      const { items } = (await callApi("GET", `/v1/jobs/${jobId}/questions`)).body as { items: Question[] };
      return items[0]?.text ?? "";
    };
    expect(await askedAbout({ action: "scroll", direction: "up" })).toMatch(/^May it scroll up\?/);
    expect(await askedAbout({ action: "long_press", element: 0, duration: 2_000 })).toMatch(
      /^May it long press .*Pay now" for 2 s\?/,
    );
  });

  it("is done as it was proposed after a yes, when the screen is the same", async () => {
    await proposed();
    await answer("yes");
    expect(await turn(1, 5)).toMatchObject({
      ...{ route: "perform", stepNumber: 1 },
      actions: [{ action: "tap" }],
    });
    expect(api.model.requests).toHaveLength(1);
    expect(await step()).toMatchObject({ approval: { decision: "yes", by: "Ada" } });
    expect(await job()).toMatchObject({ pausedMilliseconds: 300_000 });
    // The invocation is repeated: the answer is the same one.
    expect(await turn(1, 5)).toMatchObject({ route: "perform" });
  });

  it("is not done after a yes for another screen: the agent chooses again, and it is asked again", async () => {
    await proposed();
    await answer("yes");
    expect(await turn(1, 5, "Pay 900 now")).toEqual({ route: "denied", nextStepNumber: 2 });
    expect(await step()).toMatchObject({
      approval: { decision: "stale" },
      outcome: { ok: false, effect: "none", errorCode: "ScreenChanged" },
    });
    api.model.answer({ action: "tap", element: 0 });
    expect(await turn(2, 5, "Pay 900 now")).toMatchObject({ route: "stand", callbackId: "2" });
  });

  it("is not done after a no, and the agent is told why", async () => {
    await proposed();
    await answer("no: it costs too much");
    expect(await turn(1, 5)).toEqual({ route: "denied", nextStepNumber: 2 });
    expect((await step())?.outcome?.message).toContain("it costs too much");
    api.model.answer({ action: "back" });
    await turn(2, 5);
    expect(api.model.requests.at(-1)).toContain("it costs too much");
  });

  it("is not done when nobody answers in time, which is a no", async () => {
    await proposed({ policy: { approve: { categories: ["payment"], timeoutMinutes: 10 } } });
    expect(await turn(1, 11)).toEqual({ route: "denied", nextStepNumber: 2 });
    expect(await step()).toMatchObject({ approval: { decision: "expired" } });
    expect(
      (await refused(409, "POST", `/v1/jobs/${jobId}/answers/1`, { body: { answer: "yes" } })).code,
    ).toBe("AnswerRefused");
  });

  it("[fault A22] is asked once more when the farm was down, or its clock was set, until long after its time", async () => {
    await proposed({ policy: { approve: { categories: ["payment"], timeoutMinutes: 10 } } });
    expect(await turn(1, 30)).toMatchObject({ ...stands, timeoutSeconds: 600 });
    expect(await job()).toMatchObject({ pause: { until: "2026-01-01T00:40:00.000Z" } });
    expect((await answer("yes")).status).toBe(200);
    expect(await turn(1, 31)).toMatchObject({ route: "perform", actions: [{ action: "tap" }] });
  });

  it("takes yes or no for an answer and nothing between", async () => {
    await proposed();
    const problem = await refused(400, "POST", `/v1/jobs/${jobId}/answers/1`, {
      body: { answer: "yes, but hurry" },
    });
    expect(problem.errors?.[0]).toMatchObject({ field: "answer" });
  });

  it("waits on when its wait breaks off early, and is answered by who comes before the token", async () => {
    await proposed();
    expect(await turn(1, 1)).toMatchObject({ ...stands, timeoutSeconds: 3_540 });
    await answer("no");
    await invoke(openCallback, {
      ...{ schemaVersion: 1, tenantId, jobId, kind: "question", id: "1", taskToken, timeoutSeconds: 60 },
    });
    expect(await api.storage.artifacts.exists(callbackKey(tenantId, jobId, "1"))).toBe(false);
  });

  it("is not done while its job is paused, though there is a yes", async () => {
    await proposed();
    await callApi("POST", `/v1/jobs/${jobId}/pause`);
    await answer("yes");
    expect(await turn(1, 1)).toMatchObject({ route: "stand", callbackId: "pause" });
    await callApi("POST", `/v1/jobs/${jobId}/resume`, { body: {} });
    expect(await turn(1, 2)).toMatchObject({ route: "perform" });
  });

  it("is released with its job when that is cancelled", async () => {
    await proposed();
    await callApi("POST", `/v1/jobs/${jobId}/cancel`);
    expect(await turn(1, 1)).toMatchObject({ route: "release", end: { reason: "cancelled" } });
  });
});
