import { describe, expect, it } from "vitest";
import type { RecoverySettings } from "#shared/contracts/agent/raised-exception.ts";
import type { DeviceAction } from "../../device-action.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import type { ScriptedReply } from "../../functions/scripted-model.ts";
import { driveRecovery } from "./drive-recovery.ts";
import { click, crash, newJob, openClock, phone, planned, withPhones } from "./recovering-job.ts";

withFunctions();
withPhones();

const gaveUp = { action: "execute_plan", feasible: false, root_cause: "Unknown.", reason: "Nothing helps." };
const defaults: RecoverySettings = {
  maxReplans: 3,
  stepTimeoutSeconds: 30,
  captureIntervalSeconds: 1,
  confidenceThreshold: 0.8,
  actionRetries: 2,
};

interface Run {
  /** Beside the defaults, which are those of the contract. */
  readonly settings?: Partial<RecoverySettings>;
  readonly plans: readonly ScriptedReply[];
  readonly onPerform?: (action: DeviceAction) => Error | undefined;
}

/** An app crashed; the planner answers these plans. */
async function recover({ settings, plans, onPerform }: Run) {
  await crash();
  functions.model.answer(...plans);
  const job = await newJob();
  const own = settings === undefined ? {} : { settings: { ...defaults, ...settings } };
  const raised = { exception: "Clock has stopped", ...own };
  return driveRecovery({
    functions,
    phone: phone.phone,
    job,
    raised,
    ...(onPerform === undefined ? {} : { onPerform }),
  });
}

const pass = (seconds: number): void => {
  functions.clock.now = new Date(functions.clock.now.getTime() + seconds * 1_000);
};
const failing = (): Error => Object.assign(new Error("the shell failed"), { name: "AdbCommandFailed" });
const taps = (performed: readonly DeviceAction[]) =>
  performed.filter(({ action }) => action === "tap").length;
const waits = (performed: readonly DeviceAction[]) =>
  performed.flatMap((done) => (done.action === "wait" ? [done.duration] : []));
const told = (recovery: Awaited<ReturnType<typeof recover>>["recovery"]) =>
  recovery.messages.flatMap((message) => (message.message_type === "step_report" ? [message.details] : []));

describe("the settings of a recovery", () => {
  it.each([
    [undefined, 30],
    [5, 5],
  ])(
    "[spec E8] stepTimeoutSeconds (%s) is the deadline of each action",
    async (stepTimeoutSeconds, seconds) => {
      const settings = stepTimeoutSeconds === undefined ? {} : { settings: { stepTimeoutSeconds } };
      const run = await recover({ ...settings, plans: [planned(click("Close app"))] });
      expect(run.deadlinesSeconds).toEqual([seconds]);
      expect(run.recovery.outcome).toBe("recovered");
    },
  );

  it.each([
    [undefined, 31, 1, "The step took longer than 30 s."],
    [undefined, 1, 3, "the shell failed"],
    [5, 6, 1, "The step took longer than 5 s."],
  ])(
    "[spec E8] stepTimeoutSeconds (%s) ends a step whose tries take %s s each after %s",
    async (stepTimeoutSeconds, seconds, tries, details) => {
      const settings = stepTimeoutSeconds === undefined ? {} : { settings: { stepTimeoutSeconds } };
      const onPerform = () => {
        pass(seconds);
        return failing();
      };
      const run = await recover({ ...settings, plans: [planned(click("Close app")), gaveUp], onPerform });
      expect(taps(run.performed)).toBe(tries);
      expect(told(run.recovery).at(-1)).toContain(details);
      expect(run.recovery.messages).toMatchObject([{}, { status: "undoable" }, {}]);
    },
  );

  it.each([
    [undefined, 1_000],
    [0.25, 250],
  ])(
    "[spec E8] captureIntervalSeconds (%s) is the pause before the screen is looked at again",
    async (captureIntervalSeconds, milliseconds) => {
      const settings = captureIntervalSeconds === undefined ? {} : { settings: { captureIntervalSeconds } };
      const wait = { action: "wait", target: "", parameters: { seconds: 1, expected: "Snooze" } };
      const run = await recover({ ...settings, plans: [planned(wait), gaveUp] });
      expect(new Set(waits(run.performed))).toEqual(new Set([milliseconds]));
      expect(run.recovery.outcome).toBe("infeasible");
    },
  );

  it.each([
    [undefined, 0],
    [0.6, 1],
  ])(
    "[spec E8] confidenceThreshold (%s) decides whether what is only like the target is tapped",
    async (confidenceThreshold, expected) => {
      const settings = confidenceThreshold === undefined ? {} : { settings: { confidenceThreshold } };
      const run = await recover({ ...settings, plans: [planned(click("Closing app")), gaveUp] });
      expect(taps(run.performed)).toBe(expected);
      expect(run.recovery.outcome).toBe(expected === 0 ? "infeasible" : "recovered");
    },
  );

  it.each([
    [undefined, 3],
    [0, 1],
    [4, 5],
  ])("[spec E8] actionRetries (%s) lets the device try it %s times", async (actionRetries, expected) => {
    const settings = actionRetries === undefined ? {} : { settings: { actionRetries } };
    const run = await recover({
      ...settings,
      plans: [planned(click("Close app")), gaveUp],
      onPerform: failing,
    });
    expect(taps(run.performed)).toBe(expected);
  });

  it.each([
    [undefined, 4],
    [0, 1],
    [1, 2],
  ])("[spec E8] maxReplans (%s) lets the planner be asked %s times", async (maxReplans, expected) => {
    const settings = maxReplans === undefined ? {} : { settings: { maxReplans } };
    const plans = [1, 2, 3, 4, 5].map((number) => planned(click(`Nowhere ${number}`)));
    const { recovery } = await recover({ ...settings, plans });
    expect(recovery.plans).toHaveLength(expected);
    expect(recovery).toMatchObject({ outcome: "not_recovered", counts: { replans: expected - 1 } });
  });
});

describe("what the automation says in its context that it expects", () => {
  it.each([
    ["is there, whatever the plan expected", "Add alarm", "Seating plan", "recovered", 1],
    ["is not there, though the plan's is", "Seating plan", "Clock", "infeasible", 2],
  ])("decides when it %s", async (_when, expected, planExpected, outcome, plans) => {
    await openClock();
    phone.phone.showDialog("com.android.deskclock", { title: "What's new", buttons: [{ label: "Got it" }] });
    const seen = {
      action: "step_report",
      status: "failure",
      details: "There is none.",
      next_action: "continue",
    };
    functions.model.answer({ ...planned(click("Got it")), expected: planExpected }, seen, gaveUp);
    const raised = { exception: 'no such element: "Add alarm"', context: { expected } };
    const { recovery } = await driveRecovery({ functions, phone: phone.phone, job: await newJob(), raised });
    expect(recovery).toMatchObject({ outcome });
    expect(recovery.plans).toHaveLength(plans);
  });
});
