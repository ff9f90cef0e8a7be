import { describe, expect, it } from "vitest";
import { hostAction } from "#shared/actions/action-catalogue.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { type Aim, differsFromPlan as differs, type PlannedScreen } from "#shared/screen/planned-screen.ts";
import type { DeviceAction } from "../../device-action.ts";
import { sampleElement, sampleTree } from "./sample-tree.ts";

interface Shown {
  readonly id: string;
  readonly top: number;
  readonly focused?: boolean;
}

const screen = (elements: readonly Shown[], change: Partial<PlannedScreen> = {}): PlannedScreen => ({
  package: "com.x.notes",
  activity: "com.x.notes.List",
  tree: sampleTree(
    elements.map(({ id, top, focused = false }, index) =>
      sampleElement({
        element_id: index,
        stable_id: id,
        text: id,
        focused,
        bounds: { left: 0, top, right: 1000, bottom: top + 200 },
      }),
    ),
    {
      app_name: "Notes",
      app_package: "com.x.notes",
      activity: "com.x.notes.List",
      screen_width: 1000,
      screen_height: 2000,
    },
  ),
  ...change,
});
const planned = screen([
  { id: "Delete", top: 0 },
  { id: "Share", top: 200 },
]);
const moved = screen([
  { id: "Undo", top: 0 },
  { id: "Delete", top: 200 },
]);
const tapFirst: DeviceAction = { action: "tap", coordinate: [0.5, 0.05] };
const elsewhere = screen([], { package: "com.x.shop", activity: "com.x.shop.Buy" });

const differsFromPlan = (action: DeviceAction, before: PlannedScreen, now: PlannedScreen) => {
  const { definition, parameters } = hostAction(action, builtInActions);
  return differs(definition.aims(parameters), before, now);
};

describe("the screen an action was planned on", () => {
  it("is the same while the element under the finger is, whatever else changed", () => {
    expect(differsFromPlan(tapFirst, planned, planned)).toBeNull();
    expect(differsFromPlan(tapFirst, planned, screen([{ id: "Delete", top: 0 }]))).toBeNull();
  });

  it("is another when the finger would meet another element", () => {
    expect(differsFromPlan(tapFirst, planned, moved)).toContain('BUTTON "Delete"');
    const drag: DeviceAction = { action: "drag", start: [0.5, 0.05], end: [0.5, 0.9] };
    expect(differsFromPlan(drag, planned, moved)).toContain('BUTTON "Delete"');
  });

  it("is another when something, such as the keyboard, covers the element by now", () => {
    const { tree, ...app } = planned;
    if (tree === null) throw new Error("no tree");
    const elements = tree.elements.map((element) => ({ ...element, visibility: "covered" as const }));
    expect(differsFromPlan(tapFirst, planned, { ...app, tree: { ...tree, elements } })).toContain("Delete");
  });

  it("is another for every touch, key and text when another app or screen is in front", () => {
    const actions: DeviceAction[] = [tapFirst, { action: "back" }, { action: "type", text: "secret" }];
    for (const action of actions) {
      expect(differsFromPlan(action, planned, elsewhere)).toContain("com.x.shop.Buy");
    }
  });

  it("is another for text when another field has the focus", () => {
    const typing = { action: "type", text: "secret" } as const;
    const name = screen([{ id: "Name", top: 0, focused: true }]);
    expect(differsFromPlan(typing, name, name)).toBeNull();
    expect(differsFromPlan(typing, name, screen([{ id: "Chat", top: 0, focused: true }]))).toContain("Name");
  });

  it("[spec I8.3] is met where the farm's own transform takes the finger", () => {
    const aim: Aim = { at: "points", points: [[0.5, 0.05]] };
    const lower = ([x, y]: readonly [number, number]) => ({ x: x * 1000, y: y * 2000 + 200 });
    const first = screen([
      { id: "Delete", top: 0 },
      { id: "Share", top: 200 },
    ]);
    const other = screen([
      { id: "Undo", top: 0 },
      { id: "Share", top: 200 },
    ]);
    expect(differs(aim, first, other)).toContain("Delete");
    expect(differs(aim, first, other, lower)).toBeNull();
  });

  it("does not matter to what opens an app or goes home, nor where nothing is known of it", () => {
    expect(differsFromPlan({ action: "home" }, planned, elsewhere)).toBeNull();
    expect(differsFromPlan({ action: "open_app", package: "com.x.notes" }, planned, elsewhere)).toBeNull();
    expect(differsFromPlan(tapFirst, { ...planned, tree: null }, moved)).toBeNull();
    expect(differsFromPlan(tapFirst, { ...planned, package: "" }, elsewhere)).not.toBeNull();
  });
});
