import { describe, expect, it } from "vitest";
import { box, button, field, label, screenOf, toggle } from "../screen-parts.ts";

const controlsOf = (...nodes: string[]): string[] =>
  screenOf(...nodes)
    .elements.filter(({ checkable }) => checkable)
    .map(({ text }) => text);

describe("a control without a label", () => {
  it("is called by the text before it, and says its summary", () => {
    const tree = screenOf(
      label("Wi-Fi", [40, 300, 500, 360]),
      label("Connected", [40, 360, 500, 400]),
      toggle("Switch", [900, 310, 1040, 390]),
      label("Roaming", [40, 500, 500, 560]),
      toggle("Switch", [900, 490, 1040, 570]),
    );
    expect(tree.elements.map(({ type, text }) => `${type} ${text}`)).toEqual([
      "switch Wi-Fi\nConnected",
      "switch Roaming",
    ]);
  });

  it("is called by the text after it where controls come first", () => {
    const row = (name: string, top: number) => [
      toggle("CheckBox", [40, top, 120, top + 80]),
      label(name, [160, top + 10, 900, top + 70]),
    ];
    expect(controlsOf(...row("Milk", 300), ...row("Bread", 400), ...row("Eggs", 500))).toEqual([
      "Milk",
      "Bread",
      "Eggs",
    ]);
  });

  it("is called by the text on its own side where several stand in one line", () => {
    const after = [
      toggle("CheckBox", [40, 300, 120, 380]),
      label("Mail", [130, 310, 400, 370]),
      toggle("CheckBox", [440, 300, 520, 380]),
      label("Phone", [530, 310, 900, 370]),
    ];
    const before = [
      label("Left", [40, 310, 200, 370]),
      toggle("Switch", [210, 300, 300, 380]),
      label("Right", [540, 310, 700, 370]),
      toggle("Switch", [710, 300, 800, 380]),
    ];
    expect(controlsOf(...after)).toEqual(["Mail", "Phone"]);
    expect(controlsOf(...before)).toEqual(["Left", "Right"]);
  });

  it("is called by the clickable beside it, which stays an element of its own", () => {
    const row = box(
      [0, 300, 1080, 500],
      {},
      box([0, 300, 880, 500], { clickable: true }, label("Hotspot", [40, 340, 500, 400])),
      toggle("Switch", [900, 360, 1040, 440]),
    );
    expect(screenOf(row).elements.map(({ type, text }) => `${type} ${text}`)).toEqual([
      "button Hotspot",
      "switch Hotspot",
    ]);
  });

  it("is called by its own line inside one clickable card with several", () => {
    const line = (name: string, top: number) => [
      label(name, [40, top, 500, top + 60]),
      toggle("Switch", [900, top - 10, 1040, top + 70]),
    ];
    const card = box(
      [0, 300, 1080, 700],
      { clickable: true },
      ...line("Sound", 340),
      ...line("Vibration", 500),
    );
    expect(controlsOf(card)).toEqual(["Sound", "Vibration"]);
  });

  it("keeps its own label where it has one", () => {
    const named = toggle("Switch", [900, 310, 1040, 390], { "content-desc": "Dark theme" });
    const [title, control] = screenOf(label("Wi-Fi", [40, 300, 500, 360]), named).elements;
    expect([title?.text, control?.text, control?.content_description]).toEqual(["Wi-Fi", "", "Dark theme"]);
  });

  it("takes no name from a line that is not its own, nor from a field", () => {
    expect(
      controlsOf(
        label("Heading", [40, 100, 500, 160]),
        field("typed", [40, 300, 500, 380]),
        toggle("Switch", [900, 310, 1040, 390]),
        toggle("Switch", [900, 510, 1040, 590]),
        button("Done", [40, 900, 500, 1000]),
      ),
    ).toEqual(["", ""]);
  });
});
