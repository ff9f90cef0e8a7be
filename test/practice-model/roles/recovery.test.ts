import { practiceRoles } from "@drover/practice-model";
import { describe, expect, it } from "vitest";
import { categoryOf } from "#agent/recovery/failure-category.ts";
import { recoveryQuestion } from "#agent/recovery/recovery-question.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { Recovery, recoveryIdOf } from "#shared/contracts/recovery/recovery.ts";
import type { RecoveryMessage } from "#shared/contracts/recovery/recovery-messages.ts";
import { box, button, label, screenOf } from "../../shared/screen/screen-parts.ts";
import { at, jobIdOf, tenantId } from "../../shared/storage/sample-records.ts";

const jobId = jobIdOf(1);
const missing = (target: string): string => `NoSuchElementError: no such element: "${target}"`;

interface Failed {
  readonly exception: string;
  readonly tree: SemanticUITree;
  readonly context?: Readonly<Record<string, string>>;
  /** Of a plan before, as action and target. */
  readonly tried?: readonly (readonly ["locate_and_click" | "open_app" | "press_back" | "wait", string])[];
  readonly apps?: readonly string[];
}

/** What the practice model says to the very question that the farm asks. */
function planFor({ exception, tree, context = {}, tried = [], apps = [] }: Failed) {
  const before: RecoveryMessage = {
    message_type: "execute_plan",
    plan_id: `${recoveryIdOf(jobId, 1)}-plan-1`,
    context: "",
    steps: tried.map(([action, target], index) => ({
      step_id: index + 1,
      action,
      target,
      parameters: {},
      fallback_options: [],
    })),
  };
  const recovery = Recovery.parse({
    schemaVersion: 1,
    tenantId,
    jobId,
    recoveryNumber: 1,
    recoveryId: recoveryIdOf(jobId, 1),
    source: "api",
    category: categoryOf(exception),
    exception,
    context,
    messages: tried.length === 0 ? [] : [before],
    stepNumber: 1,
    startedAt: at,
  });
  const question = recoveryQuestion({
    recovery,
    strategy: "retry_with_variations",
    screen: { observation: null, tree },
    apps,
    marker: "0123456789abcdef",
  });
  const text = question.parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  const answer = practiceRoles.recovery(text, { model: "practice-1", max_tokens: 1, messages: [] });
  return question.answer.schema.parse(answer);
}

const stepsFor = (failed: Failed) =>
  planFor(failed).steps.map(({ action, target }) => [action, target].filter(Boolean).join(" "));

const dialog = (title: string, ...buttons: readonly string[]): SemanticUITree =>
  screenOf(
    label(title, [0, 900, 1080, 1000]),
    ...buttons.map((name, index) => button(name, [0, 1100 + index * 100, 1080, 1190 + index * 100])),
  );
const page = (...buttons: readonly string[]): SemanticUITree => dialog("Contacts", ...buttons);
const honest = { feasible: false, steps: [], reason: expect.stringContaining("does not understand") };

describe("the practice recovery planner", () => {
  it("closes the error of an app that crashed and opens it again", () => {
    const tree = dialog("Clock has stopped", "Close app");
    expect(stepsFor({ exception: missing("Alarm"), tree })).toEqual([
      "locate_and_click Close app",
      "open_app Clock",
    ]);
    expect(planFor({ exception: missing("Alarm"), tree })).toMatchObject({
      feasible: true,
      expected: "Clock",
    });
  });

  it("gives a frozen app time, then closes it", () => {
    const tree = dialog("Clock isn't responding", "Close app", "Wait");
    expect(planFor({ exception: missing("Alarm"), tree }).steps).toMatchObject([
      { action: "locate_and_click", target: "Wait", fallback_options: [{ target: "Close app" }] },
    ]);
    expect(stepsFor({ exception: missing("Alarm"), tree, tried: [["locate_and_click", "Wait"]] })).toEqual([
      "locate_and_click Close app",
      "open_app Clock",
    ]);
  });

  it("denies a permission that nobody asked for", () => {
    const tree = dialog("Allow Clock to send you notifications?", "Allow", "Don't allow");
    expect(stepsFor({ exception: missing("Alarm"), tree })).toEqual(["locate_and_click Don't allow"]);
  });

  it("dismisses a popup, and goes back where that does not help", () => {
    const tree = dialog("Rate this app", "Yes", "Not now");
    expect(planFor({ exception: missing("Alarm"), tree }).steps).toMatchObject([
      { action: "locate_and_click", target: "Not now", fallback_options: [{ action: "press_back" }] },
    ]);
  });

  it("refuses what a popup asks wherever its buttons stand, and agrees only to what has no other button", () => {
    const ask = dialog("Delete all contacts?", "OK", "Cancel");
    expect(stepsFor({ exception: missing("Alarm"), tree: ask })).toEqual(["locate_and_click Cancel"]);
    const tell = dialog("Saved", "OK");
    expect(stepsFor({ exception: missing("Alarm"), tree: tell })).toEqual(["locate_and_click OK"]);
    const buy = dialog("Buy the full version?", "OK", "Tell me more");
    expect(planFor({ exception: missing("Alarm"), tree: buy })).toMatchObject(honest);
  });

  it("takes no screen for a popup that the automation is on or that holds much", () => {
    const own = dialog("New contact", "Cancel");
    expect(stepsFor({ exception: missing("Cancel"), tree: own })).toEqual(["locate_and_click Cancel"]);
    expect(planFor({ exception: missing("Cancel"), tree: own }).root_cause).not.toContain("dialog");
    const full = page("Cancel", "A", "B", "C", "D", "E", "F", "G", "H");
    expect(planFor({ exception: missing("Zebra crossing"), tree: full })).toMatchObject(honest);
  });

  it("waits for the network and tries again, longer the second time", () => {
    const failed = { exception: missing("Alarm"), tree: dialog("No internet connection", "Retry") };
    expect(planFor(failed).steps).toMatchObject([
      { action: "wait", parameters: { seconds: 3 } },
      { action: "locate_and_click", target: "Retry" },
    ]);
    expect(planFor({ ...failed, tried: [["wait", ""]] }).steps[0]).toMatchObject({
      parameters: { seconds: 10 },
    });
  });

  it.each([
    ["that the context names", { context: { app: "Contacts" } }],
    [
      "that the exception names and is installed",
      { exception: `${missing("Add")} in Contacts`, apps: ["Contacts"] },
    ],
  ])("opens the app %s when another is in front, once", (_which, change) => {
    const failed = { exception: missing("Add"), tree: dialog("Network", "Hotspot"), ...change };
    expect(planFor(failed)).toMatchObject({
      steps: [{ action: "open_app", target: "Contacts" }],
      expected: "Contacts",
    });
    expect(planFor({ ...failed, tried: [["open_app", "Contacts"]] })).toMatchObject(honest);
  });

  it("taps what a button that was moved or renamed is called now, each candidate once", () => {
    const tree = page("Save contact", "Share contact", "Help");
    const failed = { exception: missing("Save"), tree };
    expect(stepsFor(failed)).toEqual(["locate_and_click Save contact"]);
    expect(planFor({ ...failed, tried: [["locate_and_click", "Save contact"]] })).toMatchObject(honest);
  });

  it("scrolls to what may be below the fold, and not where a list has no more", () => {
    const list = (more: boolean): SemanticUITree => {
      const tree = screenOf(
        box(
          [0, 0, 1080, 2400],
          { class: "android.widget.ListView", scrollable: true },
          label("Wi-Fi", [0, 0, 500, 90]),
        ),
      );
      const elements = tree.elements.map((each) =>
        each.scrollable && more ? { ...each, more: ["below" as const] } : each,
      );
      return { ...tree, elements };
    };
    expect(planFor({ exception: missing("System"), tree: list(true) })).toMatchObject({
      steps: [{ action: "scroll_to", target: "System" }],
      expected: "System",
    });
    expect(planFor({ exception: missing("System"), tree: list(false) })).toMatchObject(honest);
  });

  it("puts the keyboard away that covers what is looked for, and not when the app was only slow", () => {
    const tree = { ...page("Share"), keyboard_shown: true };
    expect(stepsFor({ exception: missing("Notes"), tree })).toEqual(["press_back"]);
    expect(planFor({ exception: missing("Notes"), tree, tried: [["press_back", ""]] })).toMatchObject(honest);
    const slow = 'TimeoutException: waited 5 s for "Notes"';
    expect(planFor({ exception: slow, tree }).steps).toMatchObject([
      { action: "wait", parameters: { seconds: 5, expected: "Notes" } },
    ]);
  });

  it("leaves a screen on which the agent is stuck", () => {
    const exception = "The agent is stuck: it repeats itself.";
    expect(planFor({ exception, tree: page("Share") }).steps).toMatchObject([
      { action: "press_back", fallback_options: [{ action: "press_home" }] },
    ]);
  });

  it("says that it does not understand what it does not understand", () => {
    expect(planFor({ exception: "AssertionError: 3 is not 4", tree: page("Share") })).toMatchObject(honest);
  });
});
