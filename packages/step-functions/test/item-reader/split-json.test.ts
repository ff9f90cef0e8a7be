import fc from "fast-check";
import { expect, it } from "vitest";
import { JsonSplitter } from "../../src/item-reader/split-json.ts";

function splitInChunks(text: string, chunkSize: number): string[] {
  const splitter = new JsonSplitter(1_000_000);
  const parts: string[] = [];
  for (let start = 0; start < text.length; start += chunkSize) {
    for (const part of splitter.push(text.slice(start, start + chunkSize))) parts.push(part.text);
  }
  splitter.finish();
  return parts;
}

it("finds the members of any list, however the text is cut into chunks and indented", () => {
  fc.assert(
    fc.property(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 0, max: 2 }),
      (list, size, indent) => {
        const text = JSON.stringify(list, null, indent);
        expect(splitInChunks(text, size).map((part) => JSON.parse(part))).toEqual(JSON.parse(text));
      },
    ),
  );
});

it("finds the entries of any object", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.integer({ min: 1, max: 7 }),
      (object, size) => {
        const text = JSON.stringify(object);
        expect(JSON.parse(`{${splitInChunks(text, size).join(",")}}`)).toEqual(JSON.parse(text));
      },
    ),
  );
});
