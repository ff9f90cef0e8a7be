import fc from "fast-check";
import { expect, it } from "vitest";
import { boundedLines, LineTooLong } from "../../../cli/agent/bounded-lines.ts";

/** The same bytes in pieces of any size. */
async function* inPieces(bytes: Buffer, sizes: readonly number[]): AsyncGenerator<Buffer> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

it("makes the same lines of a text however it is cut into pieces", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc
          .string({ unit: "grapheme", maxLength: 20 })
          .map((line) => line.replaceAll("\n", " ").toWellFormed()),
      ),
      fc.array(fc.nat(7)),
      async (lines, sizes) => {
        const text = Buffer.from(lines.map((line) => `${line}\n`).join(""));
        expect(await Array.fromAsync(boundedLines(inPieces(text, sizes), 10_000, "refuse"))).toEqual(lines);
      },
    ),
  );
});

it("gives the last line without a line feed too", async () => {
  expect(await Array.fromAsync(boundedLines(inPieces(Buffer.from("a\nb"), [1]), 10, "refuse"))).toEqual([
    "a",
    "b",
  ]);
});

it("refuses or cuts a longer line", async () => {
  const long = () => inPieces(Buffer.from("12345678901\nx\n"), [4, 4]);
  await expect(Array.fromAsync(boundedLines(long(), 10, "refuse"))).rejects.toBeInstanceOf(LineTooLong);
  expect(await Array.fromAsync(boundedLines(long(), 10, "cut"))).toEqual(["1234567890", "x"]);
});
