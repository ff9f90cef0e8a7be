import { describe, expect, it } from "vitest";
import { deviceContextKey, observationKey } from "#shared/contracts/farm/keys.ts";
import { deviceFacts } from "../agent/turn/device-facts.ts";
import { running, stored, tap, turn, withTurns } from "../agent/turn/one-turn.ts";
import { sampleObservation, sampleStep, tenantId } from "../shared/storage/sample-records.ts";
import { functions, jobId, withFunctions } from "./job-per-test.ts";

withFunctions();
withTurns();

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

  it("[fault D12] waits for the list of apps that its host has still to store", async () => {
    const key = deviceContextKey(tenantId, jobId, "setUp-1");
    await running({ deviceContextKey: key });
    await expect(turn()).rejects.toMatchObject({ name: "StorageUnavailable" });
    expect(functions.model.requests).toEqual([]);
    const apps = [{ label: "Shop", package: "org.drover.shop", versionCode: "1" }];
    const context = { schemaVersion: 1, deviceId: "h.d", learntAt: new Date(), facts: deviceFacts, apps };
    await functions.storage.artifacts.put(key, JSON.stringify(context), "application/json");
    functions.model.answer(tap);
    expect(await turn()).toMatchObject({ route: "perform" });
    expect(functions.model.requests.at(-1)).toContain("Shop");
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
      expect(functions.model.requests[0]).toContain('2. not done FINISH {\\"status');
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
