import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { HierarchyNode } from "#shared/screen/tree/hierarchy.ts";
import { hierarchyLimits, parseHierarchy } from "#shared/screen/tree/parse-hierarchy.ts";
import { dump, node, text } from "./dump.ts";

const first = (xml: string): HierarchyNode => {
  const root = parseHierarchy(xml).roots[0];
  if (root === undefined) throw new Error("no root");
  return root;
};

describe("parseHierarchy", () => {
  it("reads every attribute that Android 14 writes", () => {
    const attributes = {
      text: "Save",
      "resource-id": "a:id/b",
      class: "android.widget.Button",
      package: "com.a",
    };
    const flags = {
      checkable: true,
      checked: true,
      clickable: true,
      enabled: false,
      focusable: true,
      focused: true,
    };
    const more = {
      scrollable: true,
      "long-clickable": true,
      password: true,
      selected: true,
      "content-desc": "d",
    };
    expect(first(dump(node({ ...attributes, ...flags, ...more, bounds: "[1,2][30,40]" })))).toEqual({
      text: "Save",
      resourceId: "a:id/b",
      className: "android.widget.Button",
      packageName: "com.a",
      contentDescription: "d",
      hint: "",
      checkable: true,
      checked: true,
      clickable: true,
      enabled: false,
      focusable: true,
      focused: true,
      scrollable: true,
      longClickable: true,
      password: true,
      selected: true,
      bounds: { left: 1, top: 2, right: 30, bottom: 40 },
      drawingOrder: 0,
      children: [],
    });
  });

  it("reads the hint and the order of painting of newer Androids and the display's rotation", () => {
    const xml = dump(node({ hint: "First name", "drawing-order": "3" })).replace(
      'rotation="0"',
      'rotation="3"',
    );
    expect(first(xml)).toMatchObject({ hint: "First name", drawingOrder: 3 });
    expect(parseHierarchy(xml).rotation).toBe(3);
  });

  it("ignores what the tool prints around the document", () => {
    const output = `WARNING: linker: x\n${dump(node({ text: "a" }))}UI hierchary dumped to: /dev/tty\n`;
    expect(first(output).text).toBe("a");
  });

  it("decodes line feeds, quotes and characters beyond the basic plane", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme", maxLength: 50 }), (value) => {
        fc.pre(![...value].some((c) => /[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(c)));
        expect(first(dump(node({ text: `${value}\n"<&` }))).text).toBe(`${value}\n"<&`);
      }),
    );
  });

  it("[fault B5] calls a cut document corrupt, wherever it is cut", () => {
    const xml = dump(node({ text: "a" }, text("b", "[0,0][10,10]"), text("c", "[0,0][10,10]")));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: xml.length - 2 }), (length) => {
        expect(() => parseHierarchy(xml.slice(0, length))).toThrow(
          expect.objectContaining({ code: "TreeCorrupt" }),
        );
      }),
    );
  });

  it.each([
    "",
    "ERROR: could not get idle state.",
    "null root node returned by UiTestAutomationBridge",
    "<html/>",
  ])("[fault B5] calls %j corrupt", (output) => {
    expect(() => parseHierarchy(output)).toThrow(expect.objectContaining({ code: "TreeCorrupt" }));
  });

  it("[fault B6] keeps 20,000 nodes of 50,000 and says that it is not all", () => {
    const xml = dump(node({}, '<node class="x" bounds="[0,0][1,1]"/>'.repeat(50_000)));
    const { nodeCount, truncated } = parseHierarchy(xml);
    expect(nodeCount).toBe(hierarchyLimits.nodes);
    expect(truncated).toBe(true);
  });

  it("[fault B6] stops at depth 200 of 5,000 and still sees what comes after", () => {
    const deep = `${"<node>".repeat(5_000)}${"</node>".repeat(5_000)}`;
    const { roots, truncated, nodeCount } = parseHierarchy(dump(deep, text("after", "[0,0][1,1]")));
    expect(truncated).toBe(true);
    expect(nodeCount).toBeLessThanOrEqual(hierarchyLimits.depth + 1);
    expect(roots.at(-1)?.text).toBe("after");
  });

  it("[fault B6] cuts an attribute of a megabyte", () => {
    const hierarchy = parseHierarchy(dump(node({ text: "x".repeat(1_000_000) })));
    expect(hierarchy.roots[0]?.text).toHaveLength(hierarchyLimits.attributeCharacters);
    expect(hierarchy.truncated).toBe(true);
  });

  it("[fault B6] reads the beginning of a document beyond four megabytes", () => {
    const xml = dump(text("first", "[0,0][9,9]"), node({ text: "y".repeat(5_000_000) }));
    const { roots, truncated } = parseHierarchy(xml);
    expect(roots[0]?.text).toBe("first");
    expect(truncated).toBe(true);
  });

  it("[fault B16] replaces characters and references that XML forbids instead of losing the tree", () => {
    const xml = dump(node({ text: "PLACE" })).replace("PLACE", "a\u0007b&#0;c&#xD800;d\ud800e&#128512;");
    expect(first(xml).text).toBe("a\ufffdb\ufffdc\ufffdd\ufffde😀");
  });

  it("[fault B16] expands no entities of a document's own", () => {
    const xml = `<!DOCTYPE x [<!ENTITY a "${"b".repeat(1_000)}">]>${dump(node({ text: "PLACE" })).replace("PLACE", "&a;")}`;
    expect(() => parseHierarchy(xml)).toThrow(DroverError);
  });

  it("takes broken bounds for an empty area", () => {
    expect(first(dump(node({ bounds: "[NaN,0][1]" }))).bounds).toEqual({
      left: 0,
      top: 0,
      right: 0,
      bottom: 0,
    });
  });
});
