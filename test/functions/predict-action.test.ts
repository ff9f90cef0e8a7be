import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { handler } from "#functions/predict-action.ts";
import type { JobId } from "#shared/contracts/ids.ts";
import { observationKey } from "#shared/contracts/keys.ts";
import type { Observation } from "#shared/contracts/observation.ts";
import {
  jobIdOf,
  otherTenantId,
  sampleJob,
  sampleObservation,
  sampleStep,
  tenantId,
} from "../shared/storage/sample-records.ts";
import { invoke, startedAt, startFunctions, type TestFunctions } from "./start-functions.ts";

let functions: TestFunctions;
beforeAll(async () => {
  functions = await startFunctions();
});
afterAll(() => functions.close());

let lastId = 0;
let jobId: JobId;
beforeEach(() => {
  jobId = jobIdOf(++lastId);
  functions.clock.now = new Date(startedAt);
  functions.model.requests.length = 0;
});
const running = async (change: Record<string, unknown> = {}) => {
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt, ...change });
  await functions.repositories.jobs.create(job);
  return job;
};
const turn = (change: Record<string, unknown> = {}) =>
  invoke(handler, {
    schemaVersion: 1,
    tenantId,
    jobId,
    stepNumber: 1,
    observation: sampleObservation(),
    alreadySatisfied: false,
    ...change,
  });
/** In pixels of the screen, which is 1080x2400. */
const tap = { action: "tap", coordinate: [540, 600], thinking: "The switch is off." };
const stored = () => functions.repositories.jobs.get(tenantId, jobId);

describe("a turn", () => {
  it("[spec I1.2] asks the model and sends its action to the device, kept as a step with its cost", async () => {
    await running();
    functions.model.answer(tap);
    expect(await turn()).toEqual({
      route: "perform",
      stepNumber: 1,
      commandId: `${jobId}-1-perform`,
      deadlineSeconds: 30,
      actions: [{ action: "tap", coordinate: [0.5, 0.25] }],
    });
    const step = await functions.repositories.steps.get(tenantId, jobId, 1);
    expect(step).toMatchObject({ thinking: "The switch is off.", model: "practice-1", usage: { calls: 1 } });
    expect(await stored()).toMatchObject({
      stepCount: 1,
      usage: { calls: 1, inputTokens: 100, outputTokens: 10 },
    });
  });

  it("[fault E8] makes no command of what the job's policy forbids: a closed step, told to the model, then the next turn", async () => {
    await running({ policy: { packages: { deny: ["com.android.contacts"] } } });
    functions.model.answer({ action: "open_app", app: "com.android.contacts" });
    const denied = { route: "denied", nextStepNumber: 2 };
    expect(await turn()).toEqual(denied);
    const step = await functions.repositories.steps.get(tenantId, jobId, 1);
    expect(step).toMatchObject({
      actions: [{ action: { action: "open_app", app: "com.android.contacts" } }],
      outcome: { ok: false, effect: "none", errorCode: "PolicyDenied" },
      screenChanged: false,
    });
    expect(step?.outcome?.message).toContain("packages.deny names com.android.contacts");
    expect(await turn(), "the same invocation again").toEqual(denied);
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 2 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests.at(-1)).toContain("packages.deny names com.android.contacts");
  });

  it("ends a job whose agent goes on choosing what is forbidden, as one that repeats itself", async () => {
    await running({ policy: { actions: { deny: ["touch"] } } });
    const routes: unknown[] = [];
    for (let stepNumber = 1; stepNumber <= 20; stepNumber += 1) {
      functions.model.forget();
      functions.model.answer(tap);
      const answer = await turn({ stepNumber });
      routes.push(answer);
      if (JSON.stringify(answer).includes('"judge"')) break;
    }
    // The last turn did not ask.
    functions.model.forget();
    expect(routes.at(-1)).toMatchObject({ route: "judge", end: { reason: "stuck" } });
    expect(routes.slice(0, -1).every((route) => JSON.stringify(route).includes('"denied"'))).toBe(true);
  });

  it("[fault D12] waits for a tree that its host has still to store, and shows the model no screen that it cannot see", async () => {
    await running();
    const treeKey = observationKey(tenantId, jobId, 1, "c", "tree.json");
    const observation = sampleObservation({ treeKey, pendingArtifacts: [treeKey] });
    await expect(turn({ observation })).rejects.toMatchObject({ name: "StorageUnavailable" });
    expect(functions.model.requests).toEqual([]);
    // With its picture the turn goes on (docs/spec.md I4.2).
    const modelScreenshotKey = observationKey(tenantId, jobId, 1, "c", "model.jpg");
    await functions.storage.artifacts.put(modelScreenshotKey, "pixels", "image/jpeg");
    functions.model.answer(tap);
    expect(await turn({ observation: { ...observation, modelScreenshotKey } })).toMatchObject({
      route: "perform",
    });
  });

  it("[spec I7.1] tells the model the steps before, and the tree of the screen as it is", async () => {
    await running();
    const treeKey = observationKey(tenantId, jobId, 1, "c", "tree.json");
    const tree = {
      schema_version: 1,
      screen_id: "s",
      device_id: "d",
      app_name: "Settings",
      app_package: "com.android.settings",
      activity: ".Main",
      screen_width: 1080,
      screen_height: 2400,
      timestamp: 0,
      keyboard_shown: false,
      truncated: false,
      elements: [],
    };
    await functions.storage.artifacts.put(treeKey, JSON.stringify(tree), "application/json");
    await functions.repositories.steps.put(sampleStep({ jobId, thinking: "I opened Settings before." }));
    functions.model.answer(tap);
    await turn({ stepNumber: 2, observation: sampleObservation({ treeKey }) });
    const [request] = functions.model.requests;
    expect(request).toContain("I opened Settings before.");
    expect(request).toContain("app: Settings");
  });

  it("[spec I4.2] goes on without the tree when its object is gone", async () => {
    await running();
    functions.model.answer(tap);
    expect(await turn({ observation: sampleObservation({ treeKey: "tenants/acme/none" }) })).toMatchObject({
      route: "perform",
    });
  });

  it("ends the loop with the agent's claim, kept on the job beside any judgement", async () => {
    await running();
    functions.model.answer({ action: "FINISH", status: "success", answer: "42", thinking: "Done." });
    const claim = { status: "success", answer: "42" };
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "claimed", claim } });
    expect(await stored()).toMatchObject({ claim });
  });

  describe("after a turn that ended with a claim beside other actions", () => {
    const deviceAction = { action: "tap", coordinate: [0.5, 0.25] };
    const claim = { status: "success", answer: "42" };
    const both = [{ action: deviceAction, deviceAction }, { action: { action: "FINISH", ...claim } }];
    const turnAfter = async (outcome: object) => {
      await running();
      await functions.repositories.steps.put(sampleStep({ jobId, actions: both, outcome }));
      return turn({ stepNumber: 2 });
    };

    it("[spec R1] performs what comes before the claim, and takes it for nothing yet", async () => {
      await running();
      functions.model.answer({ calls: [tap, { action: "FINISH", ...claim }] });
      expect(await turn()).toMatchObject({ route: "perform", actions: [deviceAction] });
      expect((await stored())?.claim).toBeUndefined();
    });

    it("[spec R1] takes the claim when all of them were done", async () => {
      expect(await turnAfter({ ok: true, effect: "done", retries: 0 })).toMatchObject({
        route: "judge",
        end: { reason: "claimed", claim },
      });
      expect(await stored()).toMatchObject({ claim });
      expect(functions.model.requests).toEqual([]);
    });

    it("[spec R1] asks the model again when one was not, and tells it so", async () => {
      functions.model.answer(tap);
      const failed = { ok: false, effect: "none", retries: 0, errorCode: "ScreenChanged" };
      expect(await turnAfter(failed)).toMatchObject({ route: "perform", stepNumber: 2 });
      expect(functions.model.requests[0]).toContain('2. not done {\\"action\\":\\"FINISH');
    });
  });

  it("[spec R1] shows the model a list that cannot be done and takes its better one", async () => {
    await running();
    const end = { action: "FINISH", status: "success" };
    functions.model.answer({ calls: [end, tap] }, { calls: Array.from({ length: 5 }, () => tap) });
    expect(await turn()).toMatchObject({ actions: { length: 5 } });
    expect(functions.model.requests[1]).toContain("FINISH stands alone or comes last.");
  });

  it("gives a command the time that it is asked to wait, and for each further action", async () => {
    await running();
    functions.model.answer({ calls: [{ action: "wait", duration: 60_000 }, tap] });
    expect(await turn()).toMatchObject({ route: "perform", deadlineSeconds: 30 + 60 + 10 });
  });

  it("does not take waiting for a loop, however often the agent waits", async () => {
    await running();
    const wait = { action: "wait", duration: 1_000 };
    for (let stepNumber = 1; stepNumber <= 8; stepNumber += 1) {
      const outcome = { ok: true, effect: "done", retries: 0 };
      const waited = { jobId, stepNumber, actions: [{ action: wait, deviceAction: wait }], outcome };
      await functions.repositories.steps.put(sampleStep({ ...waited, after: sampleObservation() }));
    }
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 9 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests[0]).not.toContain("<feedback>");
  });

  it("[spec R8] lets the agent only note something: the screen is looked at again", async () => {
    await running();
    functions.model.answer({ action: "remember", note: "4711" });
    expect(await turn()).toMatchObject({ route: "perform", actions: [] });
  });

  it("goes straight to the judgement again when the loop was over before an error", async () => {
    await running({ claim: { status: "failure", summary: "No such app." } });
    expect(await turn({ stepNumber: 3 })).toMatchObject({ route: "judge", end: { reason: "claimed" } });
    expect(functions.model.requests).toEqual([]);
  });
});

describe("a repeated invocation", () => {
  it("[fault D9] answers from the stored step, without asking the model or counting twice", async () => {
    await running();
    functions.model.answer(tap);
    const first = await turn();
    expect(await turn()).toEqual(first);
    expect(functions.model.requests).toHaveLength(1);
    expect((await stored())?.usage.calls).toBe(1);
  });

  it("[fault D9] gives one answer to two that run at once", async () => {
    await running();
    functions.model.answer(tap, { ...tap, coordinate: [900, 900] });
    const [one, other] = await Promise.all([turn(), turn()]);
    expect(one).toEqual(other);
    expect((await stored())?.usage.calls).toBe(1);
  });

  it("refuses a step number that was used for another screen", async () => {
    await running();
    await functions.repositories.steps.put(sampleStep({ jobId }));
    const observation = sampleObservation({ capturedAt: "2026-01-01T00:05:00.000Z" });
    await expect(turn({ observation })).rejects.toMatchObject({ name: "InternalError" });
  });
});

describe("the end of the loop", () => {
  const ends: readonly [string, Record<string, unknown>, Record<string, unknown>, string, string][] = [
    [
      "releases the device when the job was cancelled",
      { cancelRequestedAt: startedAt },
      {},
      "release",
      "cancelled",
    ],
    ["judges when every check passed before", {}, { alreadySatisfied: true }, "judge", "alreadySatisfied"],
    ["judges after the last step", { limits: { maxSteps: 3 } }, { stepNumber: 4 }, "judge", "maxSteps"],
    [
      "judges when the tokens are spent",
      { limits: { maxTokens: 500 }, usage: { calls: 3, inputTokens: 450, outputTokens: 50 } },
      {},
      "judge",
      "tokens",
    ],
  ];
  it.each(ends)("%s", async (_, job, input, route, reason) => {
    await running(job);
    expect(await turn(input)).toMatchObject({ route, end: { reason } });
    expect(functions.model.requests).toEqual([]);
  });

  it("[spec A6] judges when the time is over, counted from the device's acquisition", async () => {
    await running({ limits: { timeoutSeconds: 60 }, createdAt: "2025-12-31T00:00:00.000Z" });
    functions.model.answer(tap);
    functions.clock.now = new Date(Date.parse(startedAt) + 59_000);
    expect(await turn()).toMatchObject({ route: "perform" });
    functions.clock.now = new Date(Date.parse(startedAt) + 60_000);
    expect(await turn({ stepNumber: 2 })).toMatchObject({ end: { reason: "timeout" } });
  });

  it("runs the agent all the same when the job allows checks that pass before", async () => {
    await running({ allowAlreadySatisfied: true });
    functions.model.answer(tap);
    expect(await turn({ alreadySatisfied: true })).toMatchObject({ route: "perform" });
  });

  it("[fault E4] warns an agent that repeats itself, and ends when it does not listen", async () => {
    await running();
    const idle = (stepNumber: number) =>
      sampleStep({
        jobId,
        stepNumber,
        outcome: { ok: true, effect: "done", retries: 0 },
        after: sampleObservation(),
      });
    for (let n = 1; n <= 2; n += 1) await functions.repositories.steps.put(idle(n));
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 3 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests[0]).toContain("do something else");
    for (let n = 4; n <= 8; n += 1) await functions.repositories.steps.put(idle(n));
    await functions.repositories.steps.complete({
      tenantId,
      jobId,
      stepNumber: 3,
      performedAt: startedAt,
      outcome: { ok: true, effect: "done", retries: 0 },
    });
    expect(await turn({ stepNumber: 9 })).toMatchObject({ route: "judge", end: { reason: "stuck" } });
  });

  it("takes no agent for one that repeats itself because it does again on a fresh device what is lost", async () => {
    await running({ lostSteps: 8 });
    for (let stepNumber = 1; stepNumber <= 8; stepNumber += 1) {
      const outcome = { ok: true, effect: "done", retries: 0 };
      await functions.repositories.steps.put(
        sampleStep({ jobId, stepNumber, outcome, after: sampleObservation() }),
      );
    }
    functions.model.answer(tap);
    expect(await turn({ stepNumber: 9 })).toMatchObject({ route: "perform" });
    expect(functions.model.requests[0]).not.toContain("do something else");
  });
});

describe("the marker of a job's prompts", () => {
  const markerIn = (request: string | undefined) => /--- (\w+) begin ---/.exec(request ?? "")?.[1];

  it("is the job's own in every turn, so that a prompt begins as the one before did", async () => {
    await running({ promptMarker: "0123456789abcdef" });
    for (const stepNumber of [1, 2]) {
      functions.model.answer(tap);
      await turn({ stepNumber });
    }
    expect(functions.model.requests.map(markerIn)).toEqual(["0123456789abcdef", "0123456789abcdef"]);
  });

  it("is made anew for a job stored before jobs had one", async () => {
    await running();
    functions.model.answer(tap);
    await turn();
    expect(markerIn(functions.model.requests[0])).toMatch(/^[0-9a-f]{16}$/);
  });
});

describe("a model that does not serve", () => {
  it("[fault E2] ends the loop after two replies that cannot be used, and counts what they cost", async () => {
    await running();
    functions.model.answer({ says: "I would tap." }, { says: "Really." });
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "modelOutput" } });
    expect(await stored()).toMatchObject({ stepCount: 0, usage: { calls: 2, inputTokens: 200 } });
  });

  it("[fault E6] ends the loop when it refuses the task", async () => {
    await running();
    functions.model.answer({ says: "I cannot help with that.", stopReason: "refusal" });
    expect(await turn()).toMatchObject({ route: "judge", end: { reason: "refused" } });
    expect(await stored()).toMatchObject({ usage: { calls: 1, inputTokens: 100, outputTokens: 10 } });
  });

  it("leaves by the code that the definition retries or catches, with advice", async () => {
    await running();
    functions.model.answer({ httpStatus: 401 });
    const error = await turn().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ name: "ModelRejected" });
    const wire: unknown = JSON.parse((error as Error).message);
    expect(wire).toMatchObject({ code: "ModelRejected", advice: [expect.stringContaining("API key")] });
    expect(await stored()).toMatchObject({ usage: { calls: 1, inputTokens: 0 } });
  });
});

describe("what a function is given", () => {
  it("[fault D20] refuses an input of another version by name", async () => {
    await expect(turn({ schemaVersion: 2 })).rejects.toMatchObject({ name: "SchemaMismatch" });
  });

  it("never logs the whole task or the key", async () => {
    await running({ task: `Turn on Bluetooth ${"and wait ".repeat(50)}` });
    functions.model.answer(tap);
    await turn({ observation: sampleObservation({ flags: ["treeUnavailable: x"] }) as Observation });
    const log = functions.lines.join("\n");
    expect(log).toContain(jobId);
    expect(log).not.toContain("and wait and wait");
    expect(log).not.toContain(functions.environment.PRACTICE_KEY);
  });
});

describe("the switch that stops every job", () => {
  const stoppedAt = "2026-01-01T00:00:30.000Z";
  const stopTenant = () => functions.repositories.farmSwitch.stop(tenantId, "the bill grows", stoppedAt);
  afterEach(async () => {
    // Other tests' jobs are of the same tenant, and older than any stop: leave one from before them.
    await functions.repositories.farmSwitch.stop(tenantId, "over", "2000-01-01T00:00:00.000Z");
    await functions.repositories.farmSwitch.resume(tenantId, startedAt);
  });

  it("ends a running job at its next turn, says why, and asks no model", async () => {
    await running();
    await stopTenant();
    expect(await turn()).toEqual({
      route: "release",
      end: { reason: "cancelled", detail: `All jobs were stopped at ${stoppedAt}: the bill grows.` },
    });
    expect(functions.model.requests).toEqual([]);
  });

  it("does not perform what was planned before it", async () => {
    await running();
    functions.model.answer(tap);
    expect(await turn()).toMatchObject({ route: "perform" });
    await stopTenant();
    expect(await turn()).toMatchObject({ route: "release" });
  });

  it("ends an older job also when the farm was resumed before its turn, and lets a newer one go on", async () => {
    await running();
    await stopTenant();
    await functions.repositories.farmSwitch.resume(tenantId, "2026-01-01T00:01:00.000Z");
    expect(await turn()).toMatchObject({ route: "release", end: { reason: "cancelled" } });
    jobId = jobIdOf(++lastId);
    await running({ createdAt: "2026-01-01T00:02:00.000Z" });
    functions.model.answer(tap);
    expect(await turn()).toMatchObject({ route: "perform" });
  });

  it("stops no other tenant's jobs", async () => {
    await running();
    await functions.repositories.farmSwitch.stop(otherTenantId, "not ours", stoppedAt);
    functions.model.answer(tap);
    expect(await turn()).toMatchObject({ route: "perform" });
  });
});
