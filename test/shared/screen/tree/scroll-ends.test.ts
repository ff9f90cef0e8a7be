import { describe, expect, it } from "vitest";
import { screenOf } from "../screen-parts.ts";
import { list, row } from "../screens/fixture.ts";

/** A list from 200 to 1000 with rows at these upper and lower edges. */
const moreOf = (...edges: readonly (readonly [number, number])[]) =>
  screenOf(
    list(
      "rows",
      "[0,200][1080,1000]",
      ...edges.map(([top, bottom], at) => row(`row ${at}`, 0, top, 1080, bottom)),
    ),
  ).elements[0]?.more;

describe("what a list has beyond what it shows", () => {
  it("lies below where the list begins here and runs to its lower edge", () => {
    expect(moreOf([220, 520], [520, 820], [820, 1000])).toEqual(["below"]);
  });

  it("lies above where the list ends before its lower edge", () => {
    expect(moreOf([200, 500], [500, 800])).toEqual(["above"]);
  });

  it("lies where a row is cut off", () => {
    expect(moreOf([200, 320], [320, 620], [620, 920], [920, 1000])).toEqual(["above", "below"]);
    expect(moreOf([200, 500], [500, 800], [800, 1000])).toEqual(["below"]);
  });

  it("is not guessed where rows fill the list exactly, nor where there is room at both ends", () => {
    expect(moreOf([200, 400], [400, 600], [600, 800], [800, 1000])).toBeUndefined();
    expect(moreOf([220, 420], [420, 620])).toBeUndefined();
  });

  it("is not guessed of a strip that scrolls sideways", () => {
    const strip = list("tabs", "[0,200][1080,300]", row("A", 0, 220, 400, 300), row("B", 400, 220, 800, 300));
    expect(screenOf(strip).elements[0]?.more).toBeUndefined();
  });
});
