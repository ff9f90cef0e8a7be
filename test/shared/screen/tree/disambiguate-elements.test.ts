import { describe, expect, it } from "vitest";
import { box, button, field, label, screenOf } from "../screen-parts.ts";

const row = (title: string, top: number): string =>
  box(
    [0, top, 1080, top + 200],
    {},
    label(title, [40, top + 40, 600, top + 120]),
    button("Delete", [800, top + 40, 1040, top + 160]),
  );
const hintsOf = (...nodes: string[]): (string | undefined)[] =>
  screenOf(...nodes)
    .elements.filter(({ clickable }) => clickable)
    .map(({ near, nth }) => near ?? nth);

describe("elements that are called the same", () => {
  it("are told apart by what their rows are called", () => {
    expect(hintsOf(row("Ada", 200), row("Bob", 400))).toEqual(["Ada", "Bob"]);
  });

  it("are told apart by the text beside or above them where no container parts them", () => {
    const flat = (title: string, top: number) => [
      label(title, [40, top, 500, top + 60]),
      button("Add", [800, top, 1000, top + 60]),
    ];
    expect(hintsOf(...flat("Tea", 100), ...flat("Coffee", 300))).toEqual(["Tea", "Coffee"]);
    const under = (title: string, left: number) => [
      label(title, [left, 100, left + 300, 160]),
      button("Open", [left, 180, left + 300, 260]),
    ];
    expect(hintsOf(...under("Mail", 0), ...under("Maps", 500))).toEqual(["Mail", "Maps"]);
  });

  it("are told apart by all that their rows say where the titles are the same", () => {
    const call = (title: string, when: string, top: number) =>
      box(
        [0, top, 1080, top + 200],
        { clickable: true, "resource-id": "com.example:id/call" },
        label(title, [40, top + 40, 600, top + 120]),
        label(when, [640, top + 40, 780, top + 120]),
        button("Delete", [800, top + 40, 1040, top + 160]),
      );
    const hints = hintsOf(call("Ann", "10:01", 200), call("Bob", "10:05", 400), call("Ann", "Monday", 600));
    expect(hints.filter((hint) => hint !== undefined)).toEqual(["Ann | 10:01", "Bob", "Ann | Monday"]);
  });

  it("are counted where nothing tells them apart", () => {
    expect(hintsOf(row("Ada", 200), row("Ada", 400))).toEqual(["1/2", "2/2"]);
  });

  it("have no hint where their descriptions or ids already differ", () => {
    const day = (name: string, left: number) =>
      button("T", [left, 100, left + 100, 200], { "content-desc": name });
    expect(hintsOf(day("Tuesday", 0), day("Thursday", 200))).toEqual([undefined, undefined]);
    const named = (id: string, top: number) =>
      field("", [0, top, 500, top + 100], { hint: "Code", "resource-id": `a:id/${id}` });
    expect(hintsOf(named("first", 100), named("second", 300))).toEqual([undefined, undefined]);
  });

  it("[spec R7] keep their stable ids when the list is scrolled", () => {
    const idsOf = (...nodes: string[]) =>
      new Map(
        screenOf(...nodes).elements.map((element) => [`${element.text} ${element.near}`, element.stable_id]),
      );
    const before = idsOf(row("Ada", 200), row("Bob", 400), row("Cid", 600));
    const after = idsOf(row("Bob", 200), row("Cid", 400), row("Dan", 600));
    for (const name of ["Bob undefined", "Delete Bob", "Cid undefined", "Delete Cid"])
      expect([name, after.get(name)]).toEqual([name, before.get(name)]);
    expect(after.get("Delete Dan")).not.toBe(before.get("Delete Ada"));
  });
});
