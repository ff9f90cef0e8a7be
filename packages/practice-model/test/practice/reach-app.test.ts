import { expect, it } from "vitest";
import type { HistoryStep } from "../../src/practice/prompt/prompt-view.ts";
import { reachApp } from "../../src/practice/skills/reach-app.ts";
import type { Scene } from "../../src/practice/skills/skill.ts";

const opened = (change: string): HistoryStep => ({
  ...{ number: 1, action: { action: "open_app", app: "Settings" }, target: "", thinking: "" },
  ...{ result: "done", change },
});
const left: HistoryStep = {
  ...{ number: 2, action: { action: "back" }, target: "", thinking: "" },
  ...{ result: "done", change: "The screen changed: now in the launcher." },
};
const after = (...steps: readonly HistoryStep[]) =>
  reachApp("settings", {
    view: {
      package: "com.android.launcher3",
      label: "Launcher",
      installedApps: [{ label: "Settings" }],
      elements: [],
    },
    steps,
  } as unknown as Scene);

it.each([
  [3, "The screen did not change.", "stuck"],
  [3, "The screen changed: now in com.android.settings.", "act"],
  [6, "The screen changed: now in com.android.settings.", "stuck"],
] as const)("after %i times that an app was opened and left, with '%s', it is %s", (times, change, kind) => {
  const steps = Array.from({ length: times }, () => [opened(change), left]).flat();
  expect(after(...steps)?.kind).toBe(kind);
});
