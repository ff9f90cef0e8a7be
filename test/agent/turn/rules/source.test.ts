import { describe, expect, it } from "vitest";
import { functions, jobId, withFunctions } from "../../../functions/job-per-test.ts";
import { jobIdOf, sampleJob, tenantId } from "../../../shared/storage/sample-records.ts";
import { stored, tap, turn, withTurns } from "../one-turn.ts";
import {
  claimed,
  mainScreen,
  otherScreen,
  recording,
  runningFrom,
  seen,
  storedStep,
  switchScreen,
  turnOn,
} from "../recorded-job.ts";

withFunctions();
withTurns();

const performs = (name: string) => ({ route: "perform", actions: [{ action: name }] });

describe("a replayed job", () => {
  it("[spec I7.2] does the recorded steps on the elements of the present screens, and asks no model", async () => {
    await runningFrom({ kind: "replay" }, claimed);
    // The row is further down than it was, as on another device.
    expect(await turnOn(1, { ...mainScreen, elements: mainScreen.elements.toReversed() })).toMatchObject(
      performs("tap"),
    );
    expect(await turnOn(2, switchScreen(false))).toMatchObject(performs("tap"));
    expect(await turnOn(3, switchScreen(true))).toMatchObject({
      route: "judge",
      end: { reason: "claimed", claim: { status: "success" } },
    });
    expect(await storedStep(1)).toMatchObject({
      chosenBy: "replay",
      recorded: { step: 1 },
      thinking: "I tap Network.",
      usage: { calls: 0 },
      actions: [{ element: 'BUTTON "Network"' }],
    });
    expect(functions.model.requests).toEqual([]);
    expect((await stored())?.usage.calls).toBe(0);
  });

  it("[spec I7.2] goes on to the judgement when the record holds no claim", async () => {
    await runningFrom({ kind: "replay" }, recording);
    await turnOn(1, mainScreen);
    await turnOn(2, switchScreen(false));
    expect(await turnOn(3, switchScreen(true))).toMatchObject({
      route: "judge",
      end: { reason: "sourceDone", detail: "Every recorded step was done." },
    });
  });

  it("[spec I7.2] looks again a few times for what is not there yet, and goes on when it has come", async () => {
    await runningFrom({ kind: "replay" }, recording);
    expect(await turnOn(1, otherScreen)).toMatchObject(performs("wait"));
    expect(await storedStep(1)).toMatchObject({ recorded: { step: 1, look: true } });
    expect(await turnOn(2, otherScreen)).toMatchObject(performs("wait"));
    expect(await turnOn(3, mainScreen)).toMatchObject(performs("tap"));
  });

  it("[spec I7.2] ends where it first goes another way, and says what was expected and what was there", async () => {
    await runningFrom({ kind: "replay" }, recording);
    await turnOn(1, mainScreen);
    for (const stepNumber of [2, 3, 4])
      expect(await turnOn(stepNumber, otherScreen)).toMatchObject(performs("wait"));
    const end = { reason: "diverged", detail: expect.stringContaining('tap SWITCH "Bluetooth"') };
    expect(await turnOn(5, otherScreen)).toMatchObject({ route: "judge", end });
    expect((await stored())?.divergence).toMatchObject({
      step: 2,
      stepNumber: 5,
      expected: expect.stringContaining("Bluetooth"),
      found: "it is not on the screen",
    });
    expect(await turnOn(5, otherScreen), "the same invocation again").toMatchObject({ route: "judge", end });
    expect(functions.model.requests).toEqual([]);
  });

  it("[spec I7.2] does not turn off what the record turned on: a toggle that stands the other way is another state", async () => {
    await runningFrom({ kind: "replay" }, recording);
    await turnOn(1, mainScreen);
    for (const stepNumber of [2, 3, 4]) await turnOn(stepNumber, switchScreen(true));
    expect(await turnOn(5, switchScreen(true))).toMatchObject({ end: { reason: "diverged" } });
    expect((await stored())?.divergence).toMatchObject({
      expected: 'SWITCH "Bluetooth" off',
      found: "it is on",
    });
  });

  it("[spec I7.2] tries again what the device did not feel, and begins anew on a fresh device", async () => {
    await runningFrom({ kind: "replay" }, recording);
    await turn({ observation: await seen(mainScreen) });
    const outcome = { ok: false, effect: "none", retries: 0, errorCode: "ScreenChanged" } as const;
    const at = "2026-01-01T00:00:00.000Z";
    await functions.repositories.steps.complete({ tenantId, jobId, stepNumber: 1, performedAt: at, outcome });
    expect(await turnOn(2, mainScreen)).toMatchObject(performs("tap"));
    expect(await storedStep(2)).toMatchObject({ recorded: { step: 1 } });
    await functions.repositories.jobs.requeue(sampleJob({ jobId }), 2, functions.clock.now);
    expect(await turnOn(3, mainScreen)).toMatchObject(performs("tap"));
    expect(await storedStep(3)).toMatchObject({ recorded: { step: 1 } });
  });

  it("[spec I7.2] ends at what the job's policy forbids", async () => {
    await runningFrom({ kind: "replay" }, recording, { policy: { actions: { deny: ["touch"] } } });
    expect(await turnOn(1, mainScreen)).toMatchObject({ route: "denied" });
    expect(await turnOn(2, mainScreen)).toMatchObject({ end: { reason: "diverged" } });
    expect((await stored())?.divergence?.found).toContain("policy");
  });

  it("answers a question with what was answered then, and asks nobody", async () => {
    const question = { action: "ask_user", question: "Which one?" };
    const toolResult = { kind: "ask_user", name: "1", ok: true, text: "The blue one." } as const;
    const asked = { step: 1, actions: [{ action: question }], thinking: "", toolResult };
    await runningFrom({ kind: "replay" }, { schemaVersion: 1, steps: [asked] });
    expect(await turnOn(1, mainScreen)).toMatchObject({ route: "perform", actions: [] });
    expect(await storedStep(1)).toMatchObject({ toolResult });
  });
});

describe("a resumed job", () => {
  it("[spec I7.2] goes on with its model after the last recorded step, which it is told as its own past", async () => {
    await runningFrom({ kind: "resume" }, recording, { limits: { maxSteps: 1 } });
    await turnOn(1, mainScreen);
    await turnOn(2, switchScreen(false));
    functions.model.answer(tap);
    // Its own limit counts from here.
    expect(await turnOn(3, switchScreen(true))).toMatchObject(performs("tap"));
    const [request = ""] = functions.model.requests;
    expect(functions.model.requests).toHaveLength(1);
    expect(request).toContain("I tap Network.");
    expect(request).toContain("This job goes on from an earlier run. Its steps were done again");
    expect(await storedStep(3)).toMatchObject({ chosenBy: "model" });
    expect(await turnOn(4, switchScreen(true))).toMatchObject({ end: { reason: "maxSteps" } });
  });

  it("[spec I7.2] hands over to the model where the device goes another way, and tells it what was done and what was not", async () => {
    await runningFrom({ kind: "resume" }, recording);
    await turnOn(1, mainScreen);
    for (const stepNumber of [2, 3, 4]) await turnOn(stepNumber, otherScreen);
    functions.model.answer(tap, tap);
    expect(await turnOn(5, otherScreen)).toMatchObject(performs("tap"));
    const [request = ""] = functions.model.requests;
    expect(request).toContain("Its step 2 could not be done again on this screen");
    // What the screen called its elements stands between the marker lines.
    expect(request.indexOf("note: earlier run, step 2")).toBeGreaterThan(request.indexOf("</feedback>"));
    expect((await stored())?.divergence).toMatchObject({ step: 2 });
    expect(await turnOn(6, otherScreen)).toMatchObject(performs("tap"));
    expect(functions.model.requests[1]).toContain("Its step 2 could not be done again");
  });
});

describe("a forked job", () => {
  it("[spec I7.2] is chosen for by the model from the next step on", async () => {
    const first = { ...recording, steps: recording.steps.slice(0, 1) };
    await runningFrom({ kind: "fork", at: 1 }, first);
    await turnOn(1, mainScreen);
    functions.model.answer(tap);
    expect(await turnOn(2, switchScreen(false))).toMatchObject(performs("tap"));
    expect(await storedStep(2)).toMatchObject({ chosenBy: "model" });
  });

  it("[spec I7.2] does no step again on a device that went back to the snapshot of that step", async () => {
    const start = { snapshotId: jobIdOf(7), restored: true, epoch: 1 };
    await runningFrom({ kind: "fork", at: 2, snapshotId: jobIdOf(7) }, recording, {
      start,
      leaseEpoch: 1,
    });
    functions.model.answer(tap);
    expect(await turnOn(1, switchScreen(true))).toMatchObject(performs("tap"));
    expect(await storedStep(1)).toMatchObject({ chosenBy: "model" });
    expect(JSON.stringify(functions.model.requests)).toContain("as it was after that run's step 2");
  });

  it("[spec I7.2] does them again on a device that could not go back, or that came after it", async () => {
    const start = { snapshotId: jobIdOf(7), restored: true, epoch: 9 };
    await runningFrom({ kind: "fork", at: 1, snapshotId: jobIdOf(7) }, recording, {
      start,
      leaseEpoch: 1,
    });
    await turnOn(1, mainScreen);
    expect(await storedStep(1)).toMatchObject({ recorded: { step: 1 } });
  });

  it("[spec I7.2] is no fork when it cannot get there: nobody's failure, and no model is asked", async () => {
    await runningFrom({ kind: "fork", at: 2 }, recording);
    for (const stepNumber of [1, 2, 3]) await turnOn(stepNumber, otherScreen);
    expect(await turnOn(4, otherScreen)).toMatchObject({ route: "judge", end: { reason: "infrastructure" } });
    expect(functions.model.requests).toEqual([]);
  });
});
