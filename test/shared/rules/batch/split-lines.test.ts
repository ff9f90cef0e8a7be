import * as fc from "fast-check";
import { expect, it } from "vitest";
import { splitLines } from "#shared/rules/batch/split-lines.ts";

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

it("gives each line with the bytes it lies at, however the file is cut", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => text.replaceAll("\n", "")),
        {
          minLength: 1,
        },
      ),
      fc.integer({ min: 1, max: 9 }),
      async (texts, size) => {
        const file = Buffer.from(`${texts.join("\n")}\n`);
        const lines = await Array.fromAsync(splitLines(inChunks(file, size), 1_000));
        expect(lines.map(({ bytes }) => String(bytes))).toEqual(texts);
        expect(lines.map(({ from, to }) => String(file.subarray(from, to)))).toEqual(texts);
        expect(lines.map(({ number }) => number)).toEqual(texts.map((_, index) => index + 1));
      },
    ),
  );
});

it("keeps nothing of a line that is too long, and goes on behind it", async () => {
  const file = Buffer.from(`short\n${"x".repeat(50)}\nlast`);
  const lines = await Array.fromAsync(splitLines(inChunks(file, 7), 10));
  expect(lines.map(({ bytes }) => bytes && String(bytes))).toEqual(["short", null, "last"]);
});
