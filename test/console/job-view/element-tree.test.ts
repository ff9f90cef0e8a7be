import { describe, expect, it } from "vitest";
import { screenChanges } from "../../../console/src/job-view/screen-changes.ts";
import { asTree, depthOf, elementAt, pictureWords } from "../../../console/src/job-view/tabs/element-tree.ts";
import { sampleElement } from "../../shared/screen/sample-tree.ts";

const element = (
  element_id: number,
  text: string,
  box: readonly [number, number, number, number],
  more = {},
) => {
  const [left, top, right, bottom] = box;
  const bounds = { left, top, right, bottom };
  return sampleElement({ element_id, stable_id: `s${element_id}`, text, class_name: "", bounds, ...more });
};
const treeOf = (elements: readonly object[], more = {}) =>
  ({
    app_name: "Clock",
    app_package: "p",
    screen_width: 100,
    screen_height: 200,
    elements,
    ...more,
  }) as never;

describe("a screen's elements", () => {
  it("are found where a pointer is, the smallest first", () => {
    const tree = treeOf([element(0, "List", [0, 0, 100, 200]), element(1, "Row", [0, 50, 100, 80])]);
    expect(elementAt(tree, 0.5, 0.3)?.element_id).toBe(1);
    expect(elementAt(tree, 0.5, 0.9)?.element_id).toBe(0);
    expect(elementAt(tree, 1, 1)).toBeUndefined();
  });

  it("describe the picture to who does not see it, cut and in one line", () => {
    const tree = treeOf([element(0, "Alarm\n7:30", [0, 0, 9, 9]), element(1, "y".repeat(900), [0, 0, 9, 9])]);
    const words = pictureWords(tree, "p");
    expect(words).toMatch(/^Screen of Clock: Alarm \| 7:30, yyy/);
    expect(words.length).toBeLessThanOrEqual(300);
    expect(pictureWords(null, "com.example")).toBe("Screen of com.example");
  });

  it("are no deeper than can be drawn, though they lie in each other", () => {
    const one = element(0, "a", [0, 0, 1, 1], { inside: 1 });
    const other = element(1, "b", [0, 0, 1, 1], { inside: 0 });
    const byId = new Map([one, other].map((each) => [each.element_id, each])) as never;
    expect(depthOf(one as never, byId)).toBe(8);
  });

  it("are told by what changed of them", () => {
    const before = treeOf([element(0, "Bluetooth", [0, 0, 9, 9]), element(1, "Gone", [0, 9, 9, 18])]);
    const after = treeOf([
      element(0, "Bluetooth", [0, 0, 9, 9], { checked: true }),
      element(2, "New", [0, 18, 9, 27]),
    ]);
    expect(screenChanges(before, after).map(({ kind, words }) => [kind, words])).toEqual([
      ["altered", 'BUTTON "Bluetooth" is now on'],
      ["appeared", "New"],
      ["disappeared", "Gone"],
    ]);
  });

  it("are none of what has another form", () => {
    for (const value of [null, 3, "x", {}, { elements: {} }]) expect(asTree(value)).toBeNull();
  });
});
