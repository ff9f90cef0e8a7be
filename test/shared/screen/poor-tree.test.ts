import { describe, expect, it } from "vitest";
import { poorTree } from "#shared/screen/poor-tree.ts";
import { box, button, label, screenOf } from "./screen-parts.ts";
import { fixtures } from "./screens/screen-registry.ts";
import { dump, node, treeOf } from "./tree/dump.ts";

const surface = (kind: string, bounds: string, more = {}) => node({ class: kind, bounds, ...more });

describe("poorTree", () => {
  it.each(fixtures)("finds nothing missing on $name", ({ nodes }) => {
    expect(poorTree(treeOf(dump(node({}, ...nodes))))).toBeNull();
  });

  it("finds a game poor: all of it is drawn on one surface", () => {
    const tree = screenOf(surface("android.view.SurfaceView", "[0,63][1080,2274]"));
    expect(tree.undescribed).toEqual([{ left: 0, top: 63, right: 1_080, bottom: 2_274 }]);
    expect(poorTree(tree)).toMatch(/drawn without elements/);
  });

  it("finds a page poor whose content has no nodes, though it has a bar above", () => {
    const tree = screenOf(
      button("Back", [0, 80, 147, 227]),
      label("example.org", [168, 110, 700, 190]),
      surface("android.webkit.WebView", "[0,240][1080,2274]", { text: "Example" }),
    );
    expect(poorTree(tree)).toMatch(/drawn without elements/);
  });

  it("takes a picture behind a screen's parts for the background that it is", () => {
    const apps = ["Mail", "Maps", "Music", "Notes", "Phone", "Photos"];
    const tree = screenOf(
      surface("android.widget.ImageView", "[0,0][1080,2400]"),
      ...apps.map((app, index) => button(app, [0, 300 * index, 1_080, 300 * index + 250])),
    );
    expect(tree.undescribed).toBeUndefined();
    expect(poorTree(tree)).toBeNull();
  });

  it("takes no empty list and no described picture for something drawn", () => {
    const words = [label("Gallery", [0, 80, 500, 160]), button("Share", [600, 80, 900, 160])];
    const list = surface("androidx.recyclerview.widget.RecyclerView", "[0,200][1080,2400]");
    const photo = surface("android.widget.ImageView", "[0,200][1080,2400]", { "content-desc": "A cat" });
    expect(poorTree(screenOf(...words, list))).toBeNull();
    expect(poorTree(screenOf(...words, photo))).toBeNull();
  });

  it("finds a screen poor that names next to nothing, and one that could not be read", () => {
    expect(poorTree(screenOf(box([0, 0, 300, 300], { clickable: true })))).toMatch(/hardly anything/);
    expect(poorTree(null)).toMatch(/could not be read/);
  });
});
