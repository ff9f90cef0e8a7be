import { expect, it } from "vitest";
import { markdownOf, withoutSerial } from "#cli/host/deep/deep-report-file.ts";
import { DeepReport } from "#shared/contracts/device/deep-report.ts";

const serial = "192.168.1.7:5555";
const hostile =
  "<img src=x onerror=alert(1)>|\n# a [link](https://evil.example) @somebody \u001b[2J `x` ::error::";

const report: DeepReport = {
  schemaVersion: 1,
  drover: "0.1.0",
  startedAt: "2026-11-28T15:00:00.000Z",
  seconds: 12,
  machine: "linux",
  device: { alias: "device-1", manufacturer: hostile, model: null, android: "14", apiLevel: 34, build: null },
  parts: [
    {
      kind: "failed",
      part: "cleaning",
      seconds: 1,
      expected: "clean",
      seen: `local.192_168_1_7_5555 at ${serial} says ${hostile}`,
      remedy: "look",
    },
    { kind: "passed", part: "tree", seconds: 0, expected: "elements", seen: "28 screens" },
  ],
};

it("writes what a device says as text alone, on one line of its table, and its serial nowhere", () => {
  const shown = DeepReport.parse(withoutSerial(report, serial));
  const page = markdownOf(shown);
  const [row = ""] = page.split("\n").filter((line) => line.startsWith("| Cleaning"));
  expect(row.replaceAll("\\|", "").split("|")).toHaveLength(8);
  expect(page).not.toMatch(/<img|(?<!\\)\[link|@somebody|https:\/\/|(?<!\\)`x|::error/);
  expect(page + JSON.stringify(shown)).not.toMatch(/192.168.1.7|\p{Cc}\[2J/u);
  expect(page).toContain("1 passed, 1 failed, 0 not supported, 0 not tried, in 12 s.");
});
