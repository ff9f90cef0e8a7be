import { describe, expect, it } from "vitest";
import { checklistOf, checklistText, openParts } from "#agent/checklist/checklist.ts";
import { Plan } from "#shared/contracts/job/plan.ts";
import { observation, stepWith } from "../samples.ts";

const job = { task: "Turn on Bluetooth, then set an alarm for 7:30" };
const parts = (stepNumber: number, given: Record<string, unknown>) =>
  stepWith({ stepNumber, action: { action: "parts", ...given } });
const done = (stepNumber: number, part: number, evidence = "The switch is on.") =>
  parts(stepNumber, { done: part, evidence });
const told = (input: Parameters<typeof checklistOf>[0]) => checklistText(checklistOf(input)).split("\n");
const approach = { name: "menus", description: "By menus.", steps: ["Open it"], confidence: 0.5 };
const plan = (adoptedAtStep: number) =>
  Plan.parse({
    ...{
      schemaVersion: 1,
      tenantId: "local",
      jobId: "01JGZ0000000000000000000A0",
      planNumber: 1,
      kind: "initial",
    },
    ...{ trigger: "firstTurn", status: "ready", requestedAt: observation.capturedAt, requestedAtStep: 1 },
    ...{ observation, failures: [], adoptedAtStep },
    content: {
      approaches: [approach, approach],
      recommendedIndex: 0,
      parts: ["Bluetooth is on", "An alarm rings at 7:30"],
    },
  });

describe("the checklist of a job", () => {
  it.each([
    ["ticked off by a check that accepts the claim as a whole", { model: "m" }, ""],
    ["open where nobody could check the claim", {}, "Nobody ticked off parts 1"],
  ])("is %s", (_, by, open) => {
    const claim = stepWith({ stepNumber: 1, action: { action: "FINISH", status: "success" } });
    const completionCheck = { accepted: true, reason: "Both are on the screen.", ...by };
    const list = checklistOf({ job, history: [{ ...claim, completionCheck }] });
    expect(openParts(list)).toMatch(open === "" ? /^$/ : open);
  });

  it("[spec G2] is ticked off by the agent, with what it saw", () => {
    const list = checklistOf({ job, history: [done(1, 1)] });
    expect(list).toMatchObject([
      { index: 1, text: "Turn on Bluetooth", status: "complete", result: "The switch is on." },
      { index: 2, status: "pending" },
    ]);
    expect(openParts(list)).toBe("Nobody ticked off part 2 (set an alarm for 7:30).");
  });

  it("[spec G2] is the agent's own where it lists the parts better, with the ticks of those it names as before", () => {
    const list = ["Turn on Bluetooth", "Add an alarm", "Switch it on"];
    expect(told({ job, history: [done(1, 1), parts(2, { list })] })).toEqual([
      "[x] 1. Turn on Bluetooth",
      "[ ] 2. Add an alarm",
      "[ ] 3. Switch it on",
    ]);
  });

  it("[spec G2] is the planner's from the turn on that adopts its plan, unless something is ticked off by then", () => {
    expect(told({ job, history: [stepWith({})], plans: [plan(2)] })[0]).toBe("[ ] 1. Bluetooth is on");
    expect(told({ job, history: [stepWith({})], plans: [plan(3)] })[0]).toBe("[ ] 1. Turn on Bluetooth");
    expect(told({ job, history: [done(1, 1), stepWith({ stepNumber: 2 })], plans: [plan(2)] })[0]).toBe(
      "[x] 1. Turn on Bluetooth",
    );
  });

  it("[spec G2] loses the ticks of a device that is lost", () => {
    const history = [done(1, 1), done(2, 2)];
    expect(told({ job: { ...job, lostSteps: 1 }, history })).toEqual([
      "[ ] 1. Turn on Bluetooth",
      "[x] 2. set an alarm for 7:30",
    ]);
  });

  it("is none for a task of one part, and for a session, whose task is its user's", () => {
    expect(checklistOf({ job: { task: "Turn on Bluetooth" }, history: [] })).toEqual([]);
    const session = { idleSeconds: 60 } as never;
    expect(checklistOf({ job: { ...job, session }, history: [] })).toEqual([]);
  });

  it("ignores a tick for a part that there is not", () => {
    expect(told({ job, history: [done(1, 9)] })).toEqual([
      "[ ] 1. Turn on Bluetooth",
      "[ ] 2. set an alarm for 7:30",
    ]);
  });
});
