import { practiceRoles } from "@drover/practice-model";
import { describe, expect, it } from "vitest";
import { actorQuestion } from "#agent/role-questions/actor-question.ts";
import { button, label, screenOf } from "../../shared/screen/screen-parts.ts";

const tree = screenOf(label("Alarms of today", [0, 0, 1080, 100]), button("Add alarm", [0, 200, 1080, 300]));

/** What the practice model reports of the very question that the farm asks. */
function reportOf(expected: string, finding = "") {
  const question = actorQuestion({
    exception: "it failed",
    step: { action: "locate_and_click", target: "Wait", parameters: {} },
    reasoning: "",
    expected,
    finding,
    before: null,
    after: { observation: null, tree },
    marker: "0123456789abcdef",
  });
  const text = question.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return question.answer.schema.parse(
    practiceRoles.actor(text, { model: "practice-1", max_tokens: 1, messages: [] }),
  );
}

describe("the practice recovery actor", () => {
  it("reports success when most words of what was expected are on the screen", () => {
    expect(reportOf("the alarms of today are shown")).toMatchObject({
      status: "success",
      next_action: "continue",
    });
  });

  it("reports failure when they are not, with what can be tapped instead", () => {
    expect(reportOf("the stopwatch of a runner")).toMatchObject({
      status: "failure",
      details: expect.stringContaining("not on the screen"),
      suggested_alternatives: ["Add alarm"],
    });
  });

  it("reports failure of a step after which something came up unasked, whatever else is there", () => {
    const finding = "Something came up: Rate this app";
    expect(reportOf("the alarms of today", finding)).toMatchObject({ status: "failure", details: finding });
  });

  it("takes the change itself when nothing was expected", () => {
    expect(reportOf("", "The screen changed.")).toMatchObject({
      status: "success",
      details: "The screen changed.",
    });
  });
});
