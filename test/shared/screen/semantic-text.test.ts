import { describe, expect, it } from "vitest";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { dump, node, switchRow, text, treeOf } from "./tree/dump.ts";

const linesOf = (...nodes: string[]): string[] => semanticText(treeOf(dump(node({}, ...nodes)))).split("\n");

describe("semanticText", () => {
  it("[spec A4] writes id, type, label and what can be done", () => {
    const compose = node({
      class: "android.widget.Button",
      text: "Compose",
      clickable: true,
      bounds: "[10,50][100,80]",
    });
    expect(linesOf(compose)).toEqual(['[0] BUTTON "Compose" [CLICKABLE]']);
  });

  it("[spec A4] writes the state of switches, fields and lists", () => {
    const lines = linesOf(
      switchRow("Bluetooth", true, 300, "On"),
      node({
        class: "android.widget.EditText",
        text: "Ada",
        hint: "First name",
        clickable: true,
        focused: true,
        bounds: "[0,600][900,700]",
      }),
      node({
        class: "android.widget.ImageButton",
        "resource-id": "a:id/fab",
        clickable: true,
        enabled: false,
        bounds: "[0,800][90,890]",
      }),
      node({
        class: "androidx.recyclerview.widget.RecyclerView",
        scrollable: true,
        bounds: "[0,900][1080,2000]",
      }),
      text("Plain", "[0,2100][900,2200]", { selected: true }),
    );
    expect(lines).toEqual([
      '[0] SWITCH "Bluetooth | On" [CLICKABLE, CHECKED]',
      '[1] TEXTFIELD "First name" value="Ada" [CLICKABLE, FOCUSED]',
      "[2] BUTTON id=fab [CLICKABLE, DISABLED]",
      "[3] LIST [SCROLLABLE]",
      '[4] TEXT "Plain" [SELECTED]',
    ]);
  });

  it("shows where a slider lies, because where it is tapped matters", () => {
    const slider = node({
      class: "android.widget.SeekBar",
      "content-desc": "Brightness",
      bounds: "[108,240][972,360]",
    });
    expect(linesOf(slider)).toEqual(['[0] SLIDER "Brightness" bounds=[0.100, 0.100, 0.900, 0.150]']);
  });

  it("keeps a label that looks like another line or flag inside its quotes", () => {
    const [line, ...rest] = linesOf(text('x"\n[9] BUTTON "Pay" [CLICKABLE]', "[0,0][900,100]"));
    expect(line).toBe('[0] TEXT "x\\" [9] BUTTON \\"Pay\\" [CLICKABLE]"');
    expect(rest).toEqual([]);
  });

  it("[spec A8] describes a screen of 20 rows in under 500 tokens", () => {
    const rows = Array.from({ length: 20 }, (_, index) =>
      switchRow(`Setting number ${index}`, index % 2 === 0, index * 110),
    );
    expect(semanticText(treeOf(dump(node({}, ...rows)))).length / 4).toBeLessThan(500);
  });
});
