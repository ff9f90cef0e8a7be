import fc from "fast-check";
import { expect, test } from "vitest";
import { anyCharacter } from "../../../any-character.ts";
import { item } from "../statistics/items.ts";
import { csvRows, readXml, sourceOf, written } from "./written.ts";

/** Whatever a device, a model or an app may have said: markup, formulas, terminals' and CI systems' orders, broken text. */
const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<![CDATA[",
        "]]>",
        "</testcase>",
        "<!--",
        "-->",
        "&lt;",
        "&#0;",
        "&",
        "<?xml",
        '"',
        "'",
        "\\",
      ),
      fc.constantFrom("=cmd|' /C calc'!A0", "+1", "-1", "@SUM(1)", "\t=1", "\r", "\n", ",", ";", '""'),
      fc.constantFrom(
        "::error::",
        "##[error]",
        "##vso[task]",
        "##teamcity[x]",
        "\u001b[2J",
        "\u009b31m",
        "\u202e",
      ),
      fc.constantFrom("\u0000", "\ufffe", "\uffff", "\ud800", "\udc00", "\u200b", "\u2028", "\u0085"),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join("").slice(0, 60));

/** Line feeds end the lines of these files; all else here steers something. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must not be there
const steers = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2028\u2029]|::|##(?:vso|teamcity)?\[/i;

const failed = (text: string) =>
  item({ outcomes: ["failed"], last: { outcomeReason: text, errorCode: text } });
const skipped = (text: string) => item({ status: "skipped", outcomes: [], reason: text });
const sourceWith = (text: string) => sourceOf([failed(text), skipped(text)]);

test("whatever a reason says, the JUnit report has the elements that it had without it", async () => {
  const shape = (text: string): string => text.replace(/(message|value)="[^"]*"/g, "");
  const harmless = readXml(await written("junit", sourceWith("x"))).children.map(
    ({ children }) => children.length,
  );
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const report = await written("junit", sourceWith(text));
      const read = readXml(report);
      expect(read.children.map(({ children }) => children.length)).toEqual(harmless);
      expect(report).not.toMatch(steers);
      expect(shape(report).match(/</g)?.length).toBe(shape(report).match(/>/g)?.length);
    }),
    { seed: 8, numRuns: 400 },
  );
});

test("whatever a reason says, no cell of the CSV is a formula and every row has its cells", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const report = await written("csv", sourceWith(text));
      const rows = csvRows(report);
      expect(rows).toHaveLength(2);
      for (const cell of rows.flatMap((row) => Object.values(row)))
        expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
      expect(report).not.toMatch(steers);
    }),
    { seed: 9, numRuns: 400 },
  );
});

test("whatever a reason says, a line of JSONL is one line and says it back", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const report = await written("jsonl", sourceWith(text));
      const lines = report.trimEnd().split("\n");
      expect(lines).toHaveLength(2);
      expect(JSON.parse(lines[0] ?? "").outcomeReason).toBe(text);
      expect(JSON.parse(lines[1] ?? "").reason).toBe(text);
      expect(report).not.toMatch(steers);
    }),
    { seed: 10, numRuns: 400 },
  );
});
