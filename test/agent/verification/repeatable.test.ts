import { describe, expect, it } from "vitest";
import { repeatableActions } from "#agent/verification/repeatable.ts";
import { button, field, screenOf } from "../../shared/screen/screen-parts.ts";
import { dump, switchRow, treeOf } from "../../shared/screen/tree/dump.ts";
import { sampleStep } from "../../shared/storage/sample-records.ts";
import { done } from "./step-scenes.ts";

const failed = { verdict: "failed", by: "rules", findings: [] };
const step = (action: Record<string, unknown>, change: Record<string, unknown> = {}) =>
  sampleStep({
    actions: [{ action, deviceAction: { coordinate: [0.5, 0.5], ...action } }],
    outcome: done,
    screenChanged: false,
    verification: failed,
    ...change,
  });
const tapOn = (label: string, change = {}, id = "") => {
  const tree = screenOf(button(label, [0, 0, 1080, 200], { "resource-id": id }));
  return repeatableActions(step({ action: "tap", element: 0 }, change), tree);
};

describe("a step that failed is done once more", () => {
  it("when a tap on what does no harm left the screen as it was", () => {
    expect(tapOn("Network & internet")).toHaveLength(1);
  });

  it.each(["Netzwerk & Internet", "Réseau et Internet", "Сеть и интернет", "ネットワーク", "网络和互联网"])(
    "[spec R3.3] whatever language its label has: %s",
    (label) => {
      expect(tapOn(label)).toHaveLength(1);
    },
  );

  it("when the host did nothing, because the screen was another one", () => {
    const outcome = { ok: false, effect: "none", errorCode: "ScreenChanged", retries: 0 };
    expect(tapOn("Send", { outcome, screenChanged: true })).toHaveLength(1);
  });

  it("with those of several actions that were not done", () => {
    const none = { ok: false, effect: "none", errorCode: "ScreenChanged", retries: 0 };
    const one = (text: string, outcome: object) => {
      const action = { action: "type", text };
      return { action, deviceAction: action, outcome };
    };
    const actions = [one("a", done), one("b", none), one("c", none)];
    const cut = sampleStep({ actions, outcome: { ...none, effect: "done" }, verification: failed });
    expect(repeatableActions(cut, null).map(({ action }) => action.text)).toEqual(["b", "c"]);
  });

  it("when an app did not come", () => {
    const open = { action: "open_app", app: "Clock", package: "com.android.deskclock" };
    expect(repeatableActions(step(open), null)).toHaveLength(1);
  });
});

describe("a step that may have had an effect is never done again", () => {
  it.each([
    "Send",
    "Delete alarm",
    "Pay now",
    "Buy",
    "Call Ada",
    "Submit order",
    "Save",
    "Add",
    "+1",
    "Next",
  ])("a tap on %s", (label) => {
    expect(tapOn(label)).toEqual([]);
  });

  it.each(["Weiter", "Löschen", "Enregistrer", "Llamar", "发送", "次へ"])(
    "a tap on what does so in another language: %s",
    (label) => {
      expect(tapOn(label)).toEqual([]);
    },
  );

  it("a tap on what only its resource id tells, or nothing does", () => {
    expect(tapOn("\u0423\u0434\u0430\u043b\u0438\u0442\u044c", {}, "com.example:id/btnDeleteNote")).toEqual(
      [],
    );
    expect(tapOn("")).toEqual([]);
  });

  it("a switch: the second tap would undo the first, should that come late", () => {
    const tree = treeOf(dump(switchRow("Wi-Fi", false, 200)));
    expect(repeatableActions(step({ action: "tap", element: 0 }), tree)).toEqual([]);
  });

  it("typing, of which part may have arrived", () => {
    const tree = screenOf(field("", [0, 0, 1080, 200]));
    expect(repeatableActions(step({ action: "type", element: 0, text: "Ada" }), tree)).toEqual([]);
  });

  it.each([
    [
      "of which nobody knows whether it was done",
      { outcome: { ok: false, effect: "indeterminate", retries: 0 } },
    ],
    ["after which the screen changed", { screenChanged: true }],
    [
      "that a policy forbade",
      { outcome: { ok: false, effect: "none", errorCode: "PolicyDenied", retries: 0 } },
    ],
    ["that ended in an error", { errorId: "01J00000000000000000000001" }],
    ["that a model, not a rule, calls failed", { verification: { ...failed, by: "model" } }],
    ["that did not fail", { verification: { ...failed, verdict: "unsure" } }],
  ])("one %s", (_, change) => {
    expect(tapOn("Network & internet", change)).toEqual([]);
  });
});
