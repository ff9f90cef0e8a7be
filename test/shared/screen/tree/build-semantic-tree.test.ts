import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { anyCharacter } from "../../../any-character.ts";
import { dump, node, switchRow, text, treeOf } from "./dump.ts";

const button = (label: string, bounds: string, more = {}) =>
  node({ class: "android.widget.Button", text: label, clickable: true, bounds, ...more });
const field = (value: string, more = {}) =>
  node({
    class: "android.widget.EditText",
    text: value,
    clickable: true,
    focusable: true,
    bounds: "[0,500][1080,620]",
    ...more,
  });

describe("buildSemanticTree", () => {
  it("[spec A3] gives what the protocol's schema asks for", () => {
    const tree = treeOf(dump(node({}, switchRow("Bluetooth", true, 300, "On"), field("x"))));
    expect(SemanticUITree.parse(tree)).toEqual(tree);
    expect(tree).toMatchObject({
      app_package: "com.android.settings",
      screen_width: 1080,
      timestamp: 1767323045,
    });
  });

  it("folds title, summary and switch of a settings row into one element", () => {
    const { elements } = treeOf(dump(node({}, switchRow("Bluetooth", true, 300, "On"))));
    expect(elements).toHaveLength(1);
    expect(elements[0]).toMatchObject({
      type: "switch",
      text: "Bluetooth\nOn",
      checkable: true,
      checked: true,
      clickable: true,
    });
  });

  it("keeps a switch that takes taps itself apart from its row, named after the row", () => {
    const row = node(
      { clickable: true, bounds: "[0,300][1080,500]" },
      text("7:30 AM", "[60,320][500,400]"),
      node({
        class: "android.widget.Switch",
        clickable: true,
        checkable: true,
        checked: false,
        bounds: "[900,350][1030,420]",
      }),
    );
    const { elements } = treeOf(dump(node({}, row)));
    expect(elements.map(({ type, text: label, checked }) => [type, label, checked])).toEqual([
      ["button", "7:30 AM", false],
      ["switch", "7:30 AM", false],
    ]);
  });

  it("leaves containers, empty areas and what is off the screen out", () => {
    const xml = dump(
      node(
        {},
        node({ clickable: true }, button("Only", "[0,100][500,200]")),
        button("Off", "[0,2400][500,2500]"),
        text("None", "[0,0][0,0]"),
        node({ class: "android.view.View" }),
      ),
    );
    expect(treeOf(xml).elements.map((element) => element.text)).toEqual(["Only"]);
  });

  it("says a title once that its toolbar is also described by", () => {
    const title = text("Display", "[60,100][500,200]");
    const toolbar = node({ class: "android.widget.FrameLayout", "content-desc": "Display" }, title);
    expect(treeOf(dump(toolbar)).elements.map((element) => element.type)).toEqual(["text"]);
  });

  it("calls a row by its description and its unlabelled switch after the row", () => {
    const control = {
      class: "android.widget.Switch",
      clickable: true,
      checkable: true,
      bounds: "[900,350][1030,420]",
    };
    const card = { clickable: true, "content-desc": "8:30 AM Alarm", bounds: "[0,300][1080,500]" };
    const { elements } = treeOf(dump(node(card, text("Mon, Tue", "[60,420][500,480]"), node(control))));
    expect(elements.map((element) => element.text)).toEqual(["8:30 AM Alarm\nMon, Tue", "8:30 AM Alarm"]);
  });

  it("does not fold a whole page into one element because it is clickable", () => {
    const texts = Array.from({ length: 12 }, (_, index) =>
      text(`line ${index}`, `[0,${index * 100}][1080,${index * 100 + 90}]`),
    );
    expect(treeOf(dump(node({ clickable: true }, ...texts))).elements).toHaveLength(12);
  });

  it("cuts bounds to what is on the screen", () => {
    const [element] = treeOf(dump(node({}, button("Half", "[-50,2300][500,2600]")))).elements;
    expect(element?.bounds).toEqual({ left: 0, top: 2300, right: 500, bottom: 2400 });
  });

  it("orders elements as one reads, whatever the dump's order", () => {
    const xml = dump(
      node(
        {},
        button("D", "[600,900][900,990]"),
        button("B", "[500,104][900,200]"),
        button("A", "[0,100][400,200]"),
        button("C", "[0,905][400,990]"),
      ),
    );
    expect(treeOf(xml).elements.map(({ element_id, text: label }) => `${element_id}${label}`)).toEqual([
      "0A",
      "1B",
      "2C",
      "3D",
    ]);
  });

  it("[spec R7] keeps at most 200 elements and says that there are more", () => {
    const many = Array.from({ length: 300 }, (_, index) =>
      text(`t${index}`, `[0,${index * 8}][1080,${index * 8 + 8}]`),
    );
    const tree = treeOf(dump(node({}, ...many)));
    expect(tree.elements).toHaveLength(200);
    expect(tree.truncated).toBe(true);
    expect(tree.elements.at(-1)?.element_id).toBe(199);
  });

  it("[spec R7] gives an element the same stable id when its state, its text or its place changes", () => {
    const idsOf = (xml: string): string[] => treeOf(xml).elements.map((element) => element.stable_id);
    const before = idsOf(
      dump(node({}, switchRow("Wi-Fi", false, 300, "Off"), field("", { "resource-id": "a:id/name" }))),
    );
    const after = idsOf(
      dump(
        node({}, switchRow("Wi-Fi", true, 340, "Connected"), field("Ada", { "resource-id": "a:id/name" })),
      ),
    );
    expect(after).toEqual(before);
  });

  it("[spec R7] gives equal elements different stable ids", () => {
    const { elements } = treeOf(
      dump(node({}, button("More", "[0,100][400,200]"), button("More", "[0,300][400,400]"))),
    );
    expect(new Set(elements.map((element) => element.stable_id)).size).toBe(2);
  });

  it("removes the text of password fields and keeps their hint", () => {
    const [element] = treeOf(dump(node({}, field("hunter2", { password: true, hint: "Password" })))).elements;
    expect(element).toMatchObject({ text: "", hint_text: "Password", password: true });
    expect(JSON.stringify(element)).not.toContain("hunter2");
  });

  it("[fault B16] removes zero-width, bidirectional and tag characters and flattens lines", () => {
    const hidden = "Pay\u200b \u202eevil\u202c \u2066x\u2069\u{e0041}\ufeff\nnow\u0085!";
    expect(treeOf(dump(node({}, text(hidden, "[0,0][100,100]")))).elements[0]?.text).toBe("Pay evil x now !");
  });

  it("cuts long text without breaking a character", () => {
    const label = treeOf(dump(node({}, text("😀".repeat(400), "[0,0][100,100]")))).elements[0]?.text ?? "";
    expect(label.length).toBeLessThanOrEqual(300);
    expect(label.isWellFormed()).toBe(true);
    expect(label.endsWith("…")).toBe(true);
  });

  it("marks what the keyboard covers when its place is known", () => {
    const xml = dump(node({}, button("Above", "[0,100][400,200]"), button("Under", "[0,2000][400,2100]")));
    const visibility = treeOf(xml, { keyboardShown: true, keyboardTop: 1500 }).elements.map(
      (element) => element.visibility,
    );
    expect(visibility).toEqual(["visible", "covered"]);
  });

  it("holds its schema for any tree of nodes", () => {
    const flag = fc.boolean();
    const side = fc.integer({ min: -100, max: 3_000 });
    const leaf = fc
      .record({
        text: fc.string({ unit: anyCharacter, maxLength: 20 }),
        clickable: flag,
        checkable: flag,
        scrollable: flag,
        password: flag,
        "long-clickable": flag,
        sides: fc.tuple(side, side, side, side),
      })
      .map(({ sides: [l, t, r, b], ...attributes }) => ({ ...attributes, bounds: `[${l},${t}][${r},${b}]` }));
    fc.assert(
      fc.property(fc.array(fc.tuple(leaf, fc.array(leaf, { maxLength: 4 })), { maxLength: 12 }), (rows) => {
        const xml = dump(
          node({}, ...rows.map(([row, inner]) => node(row, ...inner.map((attributes) => node(attributes))))),
        );
        const tree = treeOf(xml);
        expect(SemanticUITree.parse(tree)).toEqual(tree);
        expect(new Set(tree.elements.map((element) => element.stable_id)).size).toBe(tree.elements.length);
      }),
      { numRuns: 60 },
    );
  });
});
