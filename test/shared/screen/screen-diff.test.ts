import { describe, expect, it } from "vitest";
import { describeScreenDiff, screenDiff } from "#shared/screen/screen-diff.ts";
import { dump, node, switchRow, text, treeOf } from "./tree/dump.ts";

const tree = (rows: readonly string[], over = {}) => treeOf(dump(node({}, ...rows)), over);
const describeChange = (a: readonly string[], b: readonly string[], over = {}): string =>
  describeScreenDiff(screenDiff(tree(a), tree(b, over)));
const line = (index: number) => text(`line ${index}`, `[0,${index * 90}][900,${index * 90 + 80}]`);

describe("screenDiff", () => {
  it("[spec A6] says so when nothing changed", () => {
    expect(describeChange([line(1)], [line(1)])).toBe("The screen did not change.");
  });

  it("[spec R6] names the switch that was turned", () => {
    const change = describeChange([switchRow("Bluetooth", false, 300)], [switchRow("Bluetooth", true, 300)]);
    expect(change).toBe('The screen changed: changed: SWITCH "Bluetooth" is now on.');
  });

  it("[spec R6] names what appeared and what went away", () => {
    expect(describeChange([line(1)], [line(2)])).toBe(
      'The screen changed: appeared: TEXT "line 2"; disappeared: TEXT "line 1".',
    );
  });

  it("says which app took over", () => {
    expect(describeChange([line(1)], [line(1)], { package: "com.a", activity: ".B" })).toContain(
      "now in com.a .B",
    );
  });

  it("says what a field holds now", () => {
    const field = (value: string) =>
      node({
        class: "android.widget.EditText",
        text: value,
        hint: "Name",
        clickable: true,
        bounds: "[0,500][900,600]",
      });
    expect(describeChange([field("")], [field("Ada")])).toContain('now says "Ada"');
  });

  it("stays short however much changed", () => {
    const many = (from: number) =>
      Array.from({ length: 100 }, (_, index) => text(`${from + index} ${"x".repeat(280)}`, "[0,0][900,80]"));
    const description = describeChange(many(0), many(1_000));
    expect(description.length).toBeLessThanOrEqual(1_000);
    expect(
      describeChange(
        Array.from({ length: 9 }, (_, i) => line(i)),
        [],
      ),
    ).toContain("and 5 more");
  });
});
