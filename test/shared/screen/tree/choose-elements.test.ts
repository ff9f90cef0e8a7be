import { describe, expect, it } from "vitest";
import { button, label, screenOf } from "../screen-parts.ts";

describe("more elements than can be told", () => {
  const texts = Array.from({ length: 300 }, (_, index) =>
    label(`t${index}`, [0, index * 7, 900, index * 7 + 7]),
  );

  it("[spec R7] keeps what can be used, wherever it stands, and the first of the texts", () => {
    const tree = screenOf(...texts, button("Pay", [0, 2200, 900, 2300]));
    expect(tree.truncated).toBe(true);
    expect(tree.elements).toHaveLength(200);
    expect(tree.elements.at(-1)).toMatchObject({ element_id: 199, text: "Pay" });
    expect(tree.elements.slice(0, 199).map(({ text }) => text)).toEqual(
      Array.from({ length: 199 }, (_, index) => `t${index}`),
    );
  });

  it("prefers what has a name, and what can be reached", () => {
    const silent = Array.from({ length: 210 }, (_, index) =>
      button("", [index * 5, 0, index * 5 + 5, 100], { "resource-id": `a:id/b${index}` }),
    );
    const under = button("Under", [0, 1000, 400, 1100]);
    const over = button("Over", [0, 1000, 400, 1100]);
    const names = screenOf(...silent, under, over, button("Last", [0, 2300, 400, 2390])).elements.map(
      ({ text }) => text,
    );
    expect(names.slice(-2)).toEqual(["Over", "Last"]);
    expect(names).not.toContain("Under");
  });
});
