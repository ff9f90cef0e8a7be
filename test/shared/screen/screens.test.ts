import { describe, expect, it } from "vitest";
import { semanticText } from "#shared/screen/semantic-text.ts";
import { fixtures } from "./screens/screen-registry.ts";
import { dump, node, treeOf } from "./tree/dump.ts";

describe("screens made by hand", () => {
  it.each(fixtures)("[spec A4] reads the $name as a person would", ({ nodes, lines, keyboardTop }) => {
    const over = keyboardTop === undefined ? {} : { keyboardShown: true, keyboardTop };
    expect(semanticText(treeOf(dump(node({}, ...nodes)), over)).split("\n")).toEqual(lines);
  });
});
