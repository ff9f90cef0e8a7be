import { practiceRoles } from "@drover/practice-model";
import { describe, expect, it } from "vitest";
import { type PlannerInput, planContent, plannerQuestion } from "#agent/role-questions/planner-question.ts";
import { progressQuestion } from "#agent/role-questions/progress-question.ts";
import type { PlanContent } from "#shared/contracts/job/plan.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { observation, stepWith } from "../../agent/samples.ts";

const marker = "k3j9x2m7";
const request = { model: "practice-1", max_tokens: 1, messages: [] };

function planFor(over: Partial<PlannerInput>): PlanContent {
  const question = plannerQuestion({
    kind: "initial",
    task: "Turn on Bluetooth",
    screen: { observation, tree: null },
    apps: [],
    failures: [],
    marker,
    ...over,
  });
  const text = question.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return planContent(question.answer.schema.parse(practiceRoles.planner(text, request)));
}

const names = ({ approaches }: PlanContent) => approaches.map(({ name }) => name);

describe("the practice planner", () => {
  it("[spec R4] proposes two ways to a task that it understands, the usual one first", () => {
    const plan = planFor({});
    expect(names(plan)).toEqual(["Menus of Settings", "Search in Settings"]);
    expect(plan).toMatchObject({ recommendedIndex: 0 });
    expect(plan.approaches[0]?.steps).toContain('Open "Connected devices" where it is listed');
    expect(plan).not.toHaveProperty("diagnosis");
  });

  it("[spec R4] says after failures what went wrong, and recommends what it did not before", () => {
    const failures = [`Step 'Tap SWITCH "Bluetooth"' failed twice. First: The switch is still off.`];
    const first = planFor({});
    const second = planFor({ kind: "recovery", failures, previousPlan: first });
    expect(second).toMatchObject({
      recommendedIndex: 1,
      diagnosis: `"Tap SWITCH "Bluetooth"" does not work here: The switch is still off.`,
    });
    const third = planFor({ kind: "recovery", failures, previousPlan: second });
    expect(third.recommendedIndex).toBe(0);
  });

  it("says of a task that it does not understand that it does not, and is sure of nothing", () => {
    const plan = planFor({ task: "Compose a sonnet in the style of Petrarch" });
    expect(plan.approaches[0]?.description).toContain("I do not understand");
    for (const { confidence } of plan.approaches) expect(confidence).toBeLessThan(0.2);
  });
});

function progressOf(steps: readonly Step[]) {
  const question = progressQuestion({
    task: "Turn on Bluetooth",
    screen: { observation, tree: null },
    steps,
    quotesScreen: true,
    marker,
  });
  const text = question.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return { text, answer: question.answer.schema.parse(practiceRoles.progress(text, request)) };
}

describe("the practice progress check", () => {
  const tap = { action: { action: "tap", element: 1 }, element: 'SWITCH "Wi-Fi (home)"', thinking: "secret" };
  const still = (stepNumber: number) => stepWith({ stepNumber, ...tap, screenChanged: false });

  it("[spec R3.2] is told the last 5 actions and nothing that the agent thought", () => {
    const { text } = progressOf([1, 2, 3, 4, 5, 6, 7].map(still));
    expect(text.match(/^\d+\. .*$/gm)?.map((line) => line.slice(0, 2))).toEqual([
      "3.",
      "4.",
      "5.",
      "6.",
      "7.",
    ]);
    expect(text).not.toContain("secret");
  });

  it("says which action is repeated in vain", () => {
    expect(progressOf([1, 2].map(still)).answer).toEqual({
      progressing: false,
      reason: 'Tap SWITCH "Wi-Fi (home)" was done 2 times without effect.',
    });
  });

  it("says so when nothing had an effect, and else lets the agent go on", () => {
    const other = stepWith({ stepNumber: 2, screenChanged: false });
    expect(progressOf([still(1), other]).answer.progressing).toBe(false);
    expect(progressOf([still(1), stepWith({ stepNumber: 2, screenChanged: true })]).answer.progressing).toBe(
      true,
    );
    expect(progressOf([]).answer.progressing).toBe(true);
  });
});
