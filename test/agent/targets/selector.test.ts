import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeSelector, elementMeant, selectorOf, stateOf } from "#agent/targets/selector.ts";
import { Selector } from "#shared/contracts/agent/selector.ts";
import { type SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { sampleElement } from "../../shared/screen/sample-tree.ts";
import { box, button, label, screenOf, toggle } from "../../shared/screen/screen-parts.ts";

const elementWith = (change: Partial<UIElement>): UIElement =>
  UIElement.parse(sampleElement({ focusable: false, ...change }));

const treeWith = (elements: readonly UIElement[]): SemanticUITree => ({
  ...screenOf(),
  elements: elements.map((element, index) => ({ ...element, element_id: index })),
});

/** Few words and few ids, so that many are alike. */
const anElement = fc
  .record({
    type: fc.constantFrom("button", "text", "textfield", "switch", "image"),
    text: fc.constantFrom("", "Save", "Cancel", "Save\nnow", "7:30", "  Save"),
    content_description: fc.constantFrom("", "Add", "Save"),
    hint_text: fc.constantFrom("", "Name"),
    resource_id: fc.constantFrom("", "a:id/one", "a:id/two", "b:id/one"),
    near: fc.constantFrom(undefined, "Ada", "Bob"),
    clickable: fc.boolean(),
    checkable: fc.boolean(),
    checked: fc.boolean(),
    visibility: fc.constantFrom("visible", "visible", "covered"),
    left: fc.nat(900),
    top: fc.nat(2_000),
  })
  .map(({ left, top, near, ...rest }) =>
    elementWith({
      ...(rest as Partial<UIElement>),
      ...(near === undefined ? {} : { near }),
      bounds: { left, top, right: left + 100, bottom: top + 100 },
    }),
  );
const aScreen = fc.array(anElement, { minLength: 1, maxLength: 12 }).map(treeWith);

/** Each visible element of the screen, with what it is known by. */
const visible = (tree: SemanticUITree) => tree.elements.filter(({ visibility }) => visibility === "visible");

describe("a selector made from an element", () => {
  it("[spec I7.2] finds that element on its own screen, whatever is alike there", () => {
    fc.assert(
      fc.property(aScreen, (tree) => {
        for (const element of visible(tree)) {
          const selector = Selector.parse(selectorOf(element, tree));
          expect(elementMeant(selector, tree)).toEqual({ kind: "found", element });
        }
      }),
    );
  });

  it("[spec I7.2] finds it wherever it has moved to, between elements with other names, in whatever state", () => {
    const move = fc.record({
      x: fc.integer({ min: -300, max: 300 }),
      y: fc.integer({ min: -900, max: 900 }),
    });
    fc.assert(
      fc.property(aScreen, move, fc.array(fc.nat(12), { maxLength: 6 }), (tree, { x, y }, places) => {
        const moved = tree.elements.map((element) => ({
          ...element,
          checked: !element.checked,
          bounds: {
            left: element.bounds.left + x,
            top: element.bounds.top + y,
            right: element.bounds.right + x,
            bottom: element.bounds.bottom + y,
          },
        }));
        const between = [...moved];
        for (const [index, place] of places.entries())
          between.splice(place, 0, elementWith({ text: `Other ${index}`, resource_id: `c:id/${index}` }));
        const later = treeWith(between);
        for (const element of visible(tree)) {
          const found = elementMeant(selectorOf(element, tree), later);
          const same = later.elements[between.indexOf(moved[element.element_id] ?? element)];
          expect(found).toEqual({ kind: "found", element: same });
        }
      }),
    );
  });

  it("[spec I7.2] says that it is ambiguous, not which, when one more is called the same", () => {
    const two = screenOf(button("Delete", [0, 200, 200, 300]), button("Delete", [0, 500, 200, 600]));
    const three = screenOf(
      button("Delete", [0, 200, 200, 300]),
      button("Delete", [0, 500, 200, 600]),
      button("Delete", [0, 800, 200, 900]),
    );
    const [, second] = two.elements;
    if (second === undefined) throw new Error("two buttons were drawn");
    expect(selectorOf(second, two).nth).toBe("2/2");
    expect(elementMeant(selectorOf(second, two), three)).toEqual({ kind: "ambiguous", count: 3 });
  });

  it("[spec I7.2] tells namesakes apart by what they stand by, however many there are", () => {
    const row = (title: string, top: number): string =>
      box(
        [0, top, 1080, top + 200],
        {},
        label(title, [40, top + 40, 600, top + 120]),
        button("Delete", [800, top + 40, 1040, top + 160]),
      );
    const then = screenOf(row("Ada", 200), row("Bob", 400));
    const bobs = then.elements.find(({ near }) => near === "Bob");
    if (bobs === undefined) throw new Error("a button near Bob was drawn");
    const now = screenOf(row("Cleo", 200), row("Ada", 400), row("Bob", 600));
    expect(elementMeant(selectorOf(bobs, then), now)).toMatchObject({
      kind: "found",
      element: { near: "Bob" },
    });
  });

  it("finds a row whose second line says something else now, and no other row of its kind", () => {
    const row = (title: string, second: string, top: number): string =>
      box(
        [0, top, 1080, top + 200],
        { clickable: true, "resource-id": "a:id/row" },
        label(title, [40, top + 20, 600, top + 90]),
        label(second, [40, top + 100, 600, top + 180]),
      );
    const then = screenOf(row("Bluetooth", "Off", 200), row("Wi-Fi", "Off", 400));
    const [bluetooth] = then.elements;
    if (bluetooth === undefined) throw new Error("a row was drawn");
    const selector = selectorOf(bluetooth, then);
    const now = screenOf(row("Wi-Fi", "Off", 200), row("Bluetooth", "On", 400));
    expect(elementMeant(selector, now)).toMatchObject({ kind: "found", element: { text: "Bluetooth\nOn" } });
    expect(elementMeant(selector, screenOf(row("Wi-Fi", "Off", 200)))).toEqual({
      kind: "notFound",
      covered: false,
    });
  });

  it("says how a toggle stands, and finds it however it stands", () => {
    const screen = (checked: boolean) =>
      screenOf(toggle("Switch", [800, 200, 1000, 300], { "content-desc": "Bluetooth", checked }));
    const [off] = screen(false).elements;
    if (off === undefined) throw new Error("a switch was drawn");
    expect(selectorOf(off, screen(false)).is).toBe("off");
    const found = elementMeant(selectorOf(off, screen(false)), screen(true));
    expect(found.kind === "found" && stateOf(found.element)).toBe("on");
  });
});

describe("a selector written by hand", () => {
  it("takes the row that can be used before the text in it, and the end of a resource id for the whole", () => {
    const screen = treeWith([
      elementWith({ type: "text", text: "Display", clickable: false }),
      elementWith({ text: "Display", resource_id: "com.android.settings:id/row" }),
    ]);
    for (const selector of [{ text: "Display" }, { id: "row" }, { text: "Display", type: "button" as const }])
      expect(elementMeant(selector, screen)).toMatchObject({ kind: "found", element: { element_id: 1 } });
    expect(elementMeant({ text: "Display", type: "text" }, screen)).toMatchObject({
      element: { element_id: 0 },
    });
  });

  it("says that an element lies under something else", () => {
    const screen = treeWith([elementWith({ text: "Save", visibility: "covered" })]);
    expect(elementMeant({ text: "Save" }, screen)).toEqual({ kind: "notFound", covered: true });
  });

  it("is told in a few words", () => {
    expect(describeSelector({ text: "Delete", type: "button", near: "Bob" })).toBe(
      'BUTTON "Delete" near="Bob"',
    );
    expect(describeSelector({ id: "a:id/add", nth: "2/3" })).toBe('ELEMENT "add" nth=2/3');
  });
});
