import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyCharacter } from "../../../../test/any-character.ts";
import { column, list, row, text } from "../../src/toolkit/basic-widgets.ts";
import { checkBox, editText } from "../../src/toolkit/control-widgets.ts";
import { dumpHierarchy } from "../../src/toolkit/dump-hierarchy.ts";
import { layout } from "../../src/toolkit/layout.ts";
import type { Widget } from "../../src/toolkit/widget.ts";
import { parseDump } from "../phone-user.ts";

const DISPLAY = { left: 0, top: 0, right: 1_080, bottom: 2_400 };

function dump(root: Widget, scrolled: Readonly<Record<string, number>> = {}): string {
  return dumpHierarchy(
    layout(root, DISPLAY, (key) => scrolled[key] ?? 0),
    "com.example",
    null,
    0,
  );
}

// Without a text style nothing is measured, and random scripts take long to measure.
const labelled: Widget = { class: "android.widget.TextView", box: { width: 100, height: 20 } };

/** What the dump may hold of a label: characters XML cannot carry become dots. */
function carried(label: string): string {
  let out = "";
  for (const character of label) {
    const code = character.codePointAt(0) ?? 0;
    const lineEnd = code === 9 || code === 10 || code === 13;
    const control = (code < 0x20 && !lineEnd) || (code >= 0x7f && code <= 0x9f && code !== 0x85);
    const nonCharacter = (code >= 0xfdd0 && code <= 0xfddf) || code === 0xfffe || code === 0xffff;
    out += control || nonCharacter || (code >= 0xd800 && code <= 0xdfff) ? "." : character;
  }
  return out;
}

describe("dumpHierarchy", () => {
  it("writes the attributes in Android 14's order, in its prologue", () => {
    const xml = dump(text("Wi-Fi", { size: 16 }, { id: "android:id/title" }));
    expect(xml).toMatch(
      /^<\?xml version='1\.0' encoding='UTF-8' standalone='yes' \?><hierarchy rotation="0"><node index="0" text="Wi-Fi" resource-id="android:id\/title" class="android\.widget\.TextView" package="com\.example" content-desc="" checkable="false" checked="false" clickable="false" enabled="true" focusable="false" focused="false" scrollable="false" long-clickable="false" password="false" selected="false" bounds="\[0,0\]\[1080,2400\]" \/><\/hierarchy>$/,
    );
  });

  it("carries any label text through a strict XML parser", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: anyCharacter, maxLength: 60 }),
        fc.string({ unit: anyCharacter, maxLength: 20 }),
        (label, desc) => {
          const [node] = parseDump(dump({ ...labelled, text: label, desc }));
          expect(node?.attributes.text).toBe(carried(label));
          expect(node?.attributes["content-desc"]).toBe(carried(desc));
        },
      ),
    );
  });

  it("carries a lone surrogate, markup and both quotes", () => {
    const hostile = `<img src=x onerror=alert(1)> & "a" 'b' \ud800 \u202e]]> &#10; \u001b[2J`;
    const [node] = parseDump(dump(text(hostile, { size: 14 })));
    expect(node?.attributes.text).toBe(carried(hostile));
  });

  it("keeps every node inside the display, inside its parent, and never empty", () => {
    const leaf = fc
      .string({ maxLength: 40 })
      .map((label) => text(label, { size: 18 }, { box: { minHeight: 30 } }));
    const tree = fc.letrec<{ node: Widget }>((tie) => ({
      node: fc.oneof(
        { maxDepth: 5 },
        leaf,
        fc
          .array(tie("node"), { maxLength: 5 })
          .map((children) => column({ box: { padding: 9, gap: 7 } }, children)),
        fc
          .array(tie("node"), { maxLength: 4 })
          .map((children) => row({ box: { padding: [3, 5] } }, children)),
        fc.array(tie("node"), { maxLength: 9 }).map((children) => list({ box: { height: 200 } }, children)),
      ),
    })).node;
    fc.assert(
      fc.property(tree, fc.integer({ min: 0, max: 3_000 }), (root, offset) => {
        const parents: { right: number; bottom: number; left: number; top: number }[] = [];
        const xml = dumpHierarchy(
          layout(root, DISPLAY, () => offset),
          "com.example",
          null,
          0,
        );
        for (const { bounds, depth } of parseDump(xml)) {
          const [left, top, right, bottom] = bounds;
          const parent = parents[depth - 2] ?? DISPLAY;
          expect(left < right && top < bottom).toBe(true);
          expect(
            left >= parent.left && top >= parent.top && right <= parent.right && bottom <= parent.bottom,
          ).toBe(true);
          parents[depth - 1] = { left, top, right, bottom };
        }
      }),
    );
  });

  it("leaves out list rows that are scrolled away and counts the visible ones from 0", () => {
    const rows = Array.from({ length: 40 }, (_, i) =>
      text(`Row ${i}`, { size: 18 }, { box: { height: 100 } }),
    );
    const nodes = parseDump(
      dump(list({ key: "list", box: { width: "fill", height: "fill" } }, rows), { list: 2_630 }),
    );
    const [scroller, first] = nodes;
    expect(scroller?.attributes.scrollable).toBe("true");
    expect(first?.attributes).toMatchObject({ text: "Row 10", index: "0" });
    expect(nodes.some(({ attributes }) => attributes.text === "Row 9")).toBe(false);
    expect(nodes.at(-1)?.bounds[3]).toBe(2_400);
  });

  it("marks a control that says nothing about itself as NAF, and only such a one", () => {
    const silent: Widget = {
      class: "android.widget.ImageButton",
      onTap: () => {},
      box: { width: 48, height: 48 },
    };
    const labelled = { ...silent, desc: "Add" };
    const [, first, second] = parseDump(dump(column({}, [silent, labelled])));
    expect(first?.attributes.NAF).toBe("true");
    expect(second?.attributes.NAF).toBeUndefined();
  });

  it("shows an empty field's hint as its text, a password as dots, and a check mark", () => {
    const fields = [
      editText("", () => {}, { hint: "First name" }),
      editText("geheim", () => {}, { password: true }),
      checkBox("Vibrate", true, () => {}),
    ];
    const [, name, password, check] = parseDump(dump(column({}, fields)));
    expect(name?.attributes).toMatchObject({
      text: "First name",
      clickable: "true",
      "long-clickable": "true",
      focusable: "true",
    });
    expect(password?.attributes).toMatchObject({ text: "••••••", password: "true" });
    expect(check?.attributes).toMatchObject({ checkable: "true", checked: "true", text: "Vibrate" });
  });
});
