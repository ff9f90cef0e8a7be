import { describe, expect, it } from "vitest";
import { shortWords, stepWords } from "#shared/actions/action-words.ts";

const words = (action: Record<string, unknown> & { action: string }, element?: string): string =>
  shortWords({ action: action as never, ...(element === undefined ? {} : { element }) });

describe("an action in words", () => {
  it.each([
    [{ action: "tap", element: 4 }, 'BUTTON "Search" near="Song A"', 'tap "Search"'],
    [{ action: "tap", coordinate: [0.5, 0.5] }, undefined, "tap (0.50, 0.50)"],
    [{ action: "type", text: "Ada" }, 'TEXTFIELD "Name"', 'type "Ada" into "Name"'],
    [{ action: "open_app", app: "Clock" }, undefined, "open Clock"],
    [{ action: "scroll", direction: "down" }, undefined, "scroll down"],
    [{ action: "wait", duration: 1_500 }, undefined, "wait 1.5 s"],
    [{ action: "FINISH", status: "success", answer: "42" }, undefined, 'finish: success, answer "42"'],
    [
      { action: "type_secret", secret: "shop" },
      'TEXTFIELD "Password"',
      'type the secret shop into "Password"',
    ],
    [{ action: "shake_phone", how: "hard" }, undefined, 'shake phone {"how":"hard"}'],
  ] as const)("tells %j on %s as %s", (action, element, told) => {
    expect(words(action as never, element)).toBe(told);
  });

  it("shows a hostile name as one line, without what no eye would see, cut", () => {
    const told = words({ action: "tap" }, `BUTTON ${JSON.stringify(`a\u202eb\n\u200b${"x".repeat(500)}`)}`);
    expect(told).toMatch(/^tap "a/);
    expect(told).not.toMatch(/[\n\u202e\u200b]/);
    expect(told.length).toBeLessThanOrEqual(160);
  });

  it("names an action that bears the name of a property of every object", () => {
    expect(words({ action: "constructor" })).toBe("constructor");
  });

  it("joins what a step does at once, and says nothing of the screen where that is asked for", () => {
    const actions = [
      { action: { action: "home" } },
      { action: { action: "tap", element: 1 }, element: 'BUTTON "Search"' },
      { action: { action: "open_app", app: "Clock" } },
    ];
    expect(stepWords({ actions }, true)).toBe('home, then tap BUTTON "Search", then open Clock');
    expect(stepWords({ actions }, false)).toBe("home, then tap, then open app");
  });
});
