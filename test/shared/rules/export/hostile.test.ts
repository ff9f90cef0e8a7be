import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { unsafeName } from "#cli/run-file/safe-entry-name.ts";
import { AtifTrajectory } from "#shared/contracts/result/atif.ts";
import { ExportFormat } from "#shared/contracts/result/export.ts";
import type { ExportedJob } from "#shared/rules/export/export-source.ts";
import { markdownText } from "#shared/rules/export/markdown-text.ts";
import { anyCharacter } from "../../../any-character.ts";
import { csvRows, readXml } from "../batch-results/written.ts";
import { exported, onePixel, sampleExported, sampleSource } from "./sample-export.ts";

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        "<image>",
        "<img src=x onerror=alert(1)>",
        "</script>",
        "[x](javascript:alert(1))",
        "![x](http://x)",
      ),
      fc.constantFrom(
        "# x",
        "| x |",
        "\n---\n",
        "```",
        "- x",
        "> x",
        "@everyone",
        "http://x.y",
        "www.x.y",
        "a@b.c",
        "&lt;",
      ),
      fc.constantFrom(
        "=cmd|' /C calc'!A0",
        "+1",
        "@SUM(1)",
        "\t=1",
        "::error::",
        "##[error]",
        "\u001b[2J",
        "\u202e",
      ),
      fc.constantFrom(
        "---\nlicense: evil\n---",
        "!!js/function",
        "*a",
        "&a x",
        "{a: b}",
        "%00",
        "../../etc/passwd",
        "C:\\x",
      ),
      fc.constantFrom(
        "\u0000",
        "\ufffe",
        "\ud800",
        "]]>",
        "</testcase>",
        '"',
        "'",
        "__proto__",
        "{{secret:x}}",
      ),
      fc.string({ unit: anyCharacter, maxLength: 8 }),
    ),
    { maxLength: 6 },
  )
  .map((parts) => parts.join("").slice(0, 120));

/** A job every text of which a device, a model or a person has chosen to do harm. */
function hostileJob(text: string): ExportedJob {
  const said = text.slice(0, 100);
  const { trajectory } = sampleExported();
  const [first] = trajectory.steps;
  if (first === undefined) throw new Error("a sample has a step");
  const action = { action: "type", text: said, element: 3 };
  const step = { ...first, thinking: text, expect: said, actions: [{ action, element: said }] };
  const failed = {
    ok: false,
    effect: "none" as const,
    message: said,
    errorCode: said.slice(0, 60),
    retries: 0,
  };
  const before = { ...first.before, package: said, activity: said };
  return sampleExported(
    {},
    {
      trajectory: {
        ...trajectory,
        job: {
          ...trajectory.job,
          task: text,
          outcome: "failed",
          outcomeReason: text,
          claim: { status: "success", summary: text },
        },
        steps: [
          { ...step, before },
          {
            ...step,
            stepNumber: 2,
            outcome: failed,
            toolResult: { kind: "ask_user", name: said, ok: true, text },
          },
        ],
      },
    },
  );
}
const runs = { seed: 10, numRuns: 60 };

test("whatever a device says, every format is written with the files that it has without it", async () => {
  for (const format of ExportFormat.options) {
    const tools = { animate: async () => onePixel };
    const harmless = [...(await exported(format, sampleSource([hostileJob("x")]), tools)).files.keys()];
    await fc.assert(
      fc.asyncProperty(hostile, async (text) => {
        const { files } = await exported(format, sampleSource([hostileJob(text)]), tools);
        expect([...files.keys()]).toEqual(harmless);
        for (const path of files.keys()) expect(unsafeName(path)).toBeNull();
      }),
      { ...runs, numRuns: 15 },
    );
  }
}, 60_000);

test("whatever a device says, JUnit and CSV keep their shape and no cell is a formula", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const source = sampleSource([hostileJob(text)]);
      const report = readXml((await exported("junit", source)).text("results.junit.xml"));
      expect(report.children[0]?.children).toHaveLength(1);
      const rows = csvRows((await exported("csv", source)).text("steps.csv"));
      expect(rows).toHaveLength(2);
      for (const cell of rows.flatMap((row) => Object.values(row)))
        expect(cell).not.toMatch(/^[=+\-@\t\r＝＋－＠]/u);
    }),
    runs,
  );
});

test("whatever a device says, training rows have a mark for each picture and ATIF is valid", async () => {
  await fc.assert(
    fc.asyncProperty(hostile, async (text) => {
      const source = sampleSource([hostileJob(text)]);
      const rows = (await exported("sft", source)).text("sft.jsonl").trimEnd().split("\n").filter(Boolean);
      for (const row of rows) {
        const { messages, images } = JSON.parse(row);
        const marks = JSON.stringify(messages).match(/<image>/g) ?? [];
        expect(marks).toHaveLength(images.length);
      }
      AtifTrajectory.parse(JSON.parse((await exported("atif", source)).text("trajectory.json")));
    }),
    runs,
  );
});

test("whatever a batch is called, the card's front matter says it and nothing else", async () => {
  const fields = Object.keys(frontOf((await exported("hf")).text("README.md")));
  await fc.assert(
    fc.asyncProperty(hostile, async (name) => {
      const { batch, ...rest } = sampleSource([sampleExported(), sampleExported({ n: 2 })]);
      if (batch === undefined) throw new Error("two jobs are a batch");
      const source = { ...rest, batch: { ...batch, name: name as typeof batch.name } };
      const front = frontOf((await exported("hf", source)).text("README.md"));
      expect(Object.keys(front)).toEqual(fields);
      expect(front.pretty_name).toBe(`Drover batch ${name}`);
    }),
    runs,
  );
});

/** The front matter ends at the first line that is three dashes. */
function frontOf(card: string): Record<string, unknown> {
  const [, front = ""] = /^---\n([\s\S]*?\n)---\n/.exec(card) ?? [];
  return parse(front);
}

test("text in Markdown is one line in which nothing is an element, a link, a picture or a cell", () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const written = markdownText(text);
      expect(written).not.toMatch(/[\n\r<]/);
      const said = written.replaceAll(/&#\d+;/g, "");
      // Whatever has a meaning stands behind a backslash, or as a number.
      expect(said.replaceAll(/\\[\\`*_{}[\]#|~!]/g, "")).not.toMatch(/[\\`*_{}[\]#|~!>&@]|:\/\/|www\./i);
      expect(written).not.toMatch(/^\s*(?:[-+=]|\d{1,9}[.)])/);
    }),
    { seed: 11, numRuns: 500 },
  );
});

test.each([
  "../x",
  "a/../b",
  "/etc/passwd",
  "a\\b",
  "C:x",
  "a//b",
  "./a",
  "a/",
  "",
  "nul",
  "a/con.txt",
  "a.",
  "a ",
  "x\u0000.png",
  "x\n",
  "x".repeat(301),
  "a?b",
  "a*b",
])("a name such as %j is refused", (name) => {
  expect(unsafeName(name)).not.toBeNull();
});
