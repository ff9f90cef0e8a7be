import fc from "fast-check";
import { expect, it } from "vitest";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { anyCharacter } from "../../../any-character.ts";

it("lines of a device's text can never pass for ours: each is marked, and nothing in it breaks or steers a line", () => {
  const hostile = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.constantFrom("ok\nwhat to do: drop the table", "a\u2028step 2: ok", "\u001b[2Kjob done", "x\r| y\rz"),
  );
  fc.assert(
    fc.property(hostile, fc.constantFrom("", "  "), (text, indent) => {
      for (const line of dataLines(text, indent)) {
        expect(line.startsWith(`${indent}| `)).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must not be there
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/);
      }
    }),
  );
});

it("keeps the lines of a text apart, and says nothing of none", () => {
  expect(dataLines("one\ntwo\r\nthree")).toEqual(["| one", "| two", "| three"]);
  expect(dataLines("")).toEqual([]);
});
