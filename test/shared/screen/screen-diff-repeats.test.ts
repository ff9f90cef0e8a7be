import { describe, expect, it } from "vitest";
import { describeScreenDiff, screenDiff } from "#shared/screen/screen-diff.ts";
import { box, button, label, screenOf, toggle } from "./screen-parts.ts";

const song = (title: string, index: number, checked = false): string => {
  const top = 200 + index * 200;
  return box(
    [0, top, 1080, top + 200],
    {},
    label(title, [40, top + 40, 600, top + 120], { "resource-id": "a:id/title" }),
    button("More", [900, top + 40, 1040, top + 160], { selected: checked }),
  );
};
const changeOf = (before: readonly string[], after: readonly string[]): string =>
  describeScreenDiff(screenDiff(screenOf(...before), screenOf(...after)));

describe("screenDiff where names and ids repeat", () => {
  it("does not say that a text became another when a list was scrolled", () => {
    const change = changeOf([song("Abba", 0), song("Blur", 1)], [song("Blur", 0), song("Cher", 1)]);
    expect(change).not.toContain("now says");
    expect(change).toContain('appeared: TEXT "Cher"');
    expect(change).toContain('disappeared: TEXT "Abba"');
  });

  it("names the row whose button changed", () => {
    const rows = (checked: boolean) => [song("Abba", 0), song("Blur", 1, checked)];
    expect(changeOf(rows(false), rows(true))).toBe(
      'The screen changed: changed: BUTTON "More" near="Blur" is now selected.',
    );
  });

  it("does not take the second for the first when the first is gone", () => {
    const change = changeOf(
      [song("Abba", 0, true), song("Blur", 1), song("Cher", 2)],
      [song("Blur", 0), song("Cher", 1)],
    );
    expect(change).not.toContain("changed: BUTTON");
    expect(change).toContain('disappeared: TEXT "Abba", BUTTON "More" near="Abba"');
  });

  it("claims no state of namesakes that nothing tells apart when their number changed", () => {
    const bare = (states: readonly boolean[]) =>
      states.map((checked, index) =>
        toggle("Switch", [900, index * 200, 1000, index * 200 + 100], { checked, "content-desc": "Alarm" }),
      );
    expect(changeOf(bare([true, false, false]), bare([false, false]))).toBe(
      'The screen changed: disappeared: SWITCH "Alarm".',
    );
    expect(changeOf(bare([true, false]), bare([true, true]))).toBe(
      'The screen changed: changed: SWITCH "Alarm" nth=2/2 is now on.',
    );
  });

  it("sees no change in an element that only got a namesake", () => {
    const change = changeOf([song("Abba", 0)], [song("Abba", 0), song("Blur", 1)]);
    expect(change).not.toContain("disappeared");
    expect(change).toContain('TEXT "Blur"');
  });

  it("calls a button whose word changes one button", () => {
    const timer = (word: string) => button(word, [0, 0, 500, 100], { "resource-id": "a:id/fab" });
    expect(changeOf([timer("Start")], [timer("Stop")])).toBe(
      'The screen changed: changed: BUTTON "Start" now says "Stop".',
    );
  });
});
