import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { PolicyChoice } from "#shared/contracts/job/policy.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { PerformAnswer } from "#shared/contracts/workflow/host-answer.ts";
import { resolvePolicy } from "#shared/rules/policy/resolve-policy.ts";
import { tenantId } from "../../shared/storage/sample-records.ts";
import { startTestFarm, type TestFarm } from "../start-test-farm.ts";

const looking = { modelPicture: null, ocr: "never" } as const;
const clock = "com.android.deskclock";
const openClock = { action: "open_app", package: clock } as const;
const wait: StoredAction = { action: "wait", duration: 1 };
type Held = Awaited<ReturnType<TestFarm["lease"]>>;

let farm: TestFarm;
let held: Held;
beforeAll(async () => {
  farm = await startTestFarm();
  await farm.startHost();
});
afterEach(async () => {
  await farm.run(held, { kind: "release" });
});
afterAll(() => farm.close());

const phone = () => {
  const [first] = farm.phones.phones;
  if (first === undefined) throw new Error("no phone");
  return first;
};
const begin = async (policy: PolicyChoice = {}): Promise<void> => {
  held = await farm.lease({ policy: resolvePolicy(policy) });
  await farm.run(held, { kind: "setUp", precheck: false, ...looking });
};
const send = (stepNumber: number, action: StoredAction) =>
  farm.run(held, { kind: "perform", stepNumber, actions: [action], ...looking });
const perform = async (stepNumber: number, action: StoredAction) =>
  PerformAnswer.parse(JSON.parse((await send(stepNumber, action)).output ?? "null")).observation;
const failures = () => farm.repositories.errors.listByJob(tenantId, held.jobId);
const step = (stepNumber: number) => farm.repositories.steps.get(tenantId, held.jobId, stepNumber);
const isShown = (): string | undefined => phone().activities.focused()?.packageName;

describe("an app that crashes under a job", () => {
  it("[fault C3] is closed by rule; the agent is told, and the job has the crash with its log and picture", async () => {
    await begin();
    await perform(1, openClock);
    phone().showAppError(clock, "crash");
    const seen = await perform(2, wait);
    expect(seen.flags[0]).toMatch(
      /^appCrashed: Clock \(com\.android\.deskclock\) crashed: java\.lang\.RuntimeException: scripted crash .*; it was closed: open it again/,
    );
    expect(isShown()).toBe("com.android.launcher3");
    const [crash, ...more] = await failures();
    expect(more).toEqual([]);
    expect(crash).toMatchObject({
      code: "AppCrashed",
      app: clock,
      stepNumber: 2,
      stateName: "PerformAction",
    });
    const lines = crash?.log?.split("\n") ?? [];
    expect(lines.slice(0, 2)).toEqual([
      "FATAL EXCEPTION: main",
      expect.stringContaining(`Process: ${clock}`),
    ]);
    expect(lines[3]).toBe("  at com.android.deskclock.DeskClock.onResume(DeskClock.java:42)");
    expect(await farm.storage.artifacts.get(crash?.screenshotKey ?? "")).not.toBeNull();
    expect((await step(2))?.errorId).toBe(crash?.errorId);
    // Told once: the next look has nothing new to say.
    expect((await perform(3, wait)).flags).toEqual([]);
    expect(await failures()).toHaveLength(1);
  });

  it("[fault C3] without a dialog is found in the event log when it is not in front any more", async () => {
    await begin();
    phone().settings.put("global", "hide_error_dialogs", "1");
    await perform(1, openClock);
    phone().showAppError(clock, "crash");
    expect((await perform(2, wait)).flags[0]).toMatch(/^appCrashed: .*; it is not in front any more$/);
    expect(await failures()).toMatchObject([{ code: "AppCrashed", app: clock }]);
  });

  it("that only leaves its app is told of nothing", async () => {
    await begin();
    await perform(1, openClock);
    expect((await perform(2, { action: "home" })).flags).toEqual([]);
    expect(await failures()).toEqual([]);
  });

  it("[fault C3] is the agent's where the policy says so, and stands on the job all the same", async () => {
    await begin({ appErrors: "ask-model" });
    await perform(1, openClock);
    phone().showAppError(clock, "crash");
    expect((await perform(2, wait)).flags[0]).toMatch(/its dialog is yours to answer$/);
    expect((await perform(3, wait)).flags).toEqual([]);
    expect(isShown()).toBe("android");
    expect(await failures()).toHaveLength(1);
  });

  it("[fault C3] ends the job where the policy says so, as its app's failure", async () => {
    await begin({ appErrors: "end-job" });
    await perform(1, openClock);
    phone().showAppError(clock, "crash");
    expect(await send(2, wait)).toMatchObject({ operation: "SendTaskFailure", error: "AppCrashed" });
    const [crash, ...more] = await failures();
    expect(crash).toMatchObject({ code: "AppCrashed", log: expect.stringContaining("FATAL EXCEPTION") });
    expect(more).toEqual([]);
    // The device is as good as before: it was no fault of its own.
    await farm.run(held, { kind: "release" });
    await farm.device(0, (state) => state === "ready");
  });
});

describe("an app that does not respond under a job", () => {
  it("[fault C4] is waited for once, then closed by rule, each time with what Android waited for", async () => {
    await begin();
    await perform(1, openClock);
    phone().showAppError(clock, "anr");
    const first = await perform(2, wait);
    expect(first.flags[0]).toMatch(
      /^appNotResponding: Clock .* does not respond: Input dispatching timed out/,
    );
    expect(first.flags[0]).toMatch(/; it was given more time$/);
    expect(isShown()).toBe(clock);
    phone().showAppError(clock, "anr");
    expect((await perform(3, wait)).flags[0]).toMatch(/; it was closed: open it again to go on$/);
    expect(isShown()).toBe("com.android.launcher3");
    const [one, two] = await failures();
    for (const error of [one, two])
      expect(error).toMatchObject({
        code: "AppNotResponding",
        app: clock,
        log: expect.stringContaining("Reason: Input"),
      });
  });

  it("[fault C2] is the system's own interface: waited for once, then restarted", async () => {
    await begin();
    phone().showAppError("com.android.systemui", "anr");
    expect((await perform(1, wait)).flags[0]).toMatch(
      /^appNotResponding: .*systemui.*; it was given more time$/,
    );
    phone().showAppError("com.android.systemui", "anr");
    expect((await perform(2, wait)).flags[0]).toMatch(/; it was closed and starts again$/);
    expect(isShown()).toBe("com.android.launcher3");
    expect(await failures()).toMatchObject([
      { app: "com.android.systemui" },
      { app: "com.android.systemui" },
    ]);
  });
});
