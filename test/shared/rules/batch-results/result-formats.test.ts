import { expect, test } from "vitest";
import type { BatchItem } from "#shared/contracts/batch/batch-item.ts";
import { BatchResult, ResultFormat } from "#shared/contracts/batch/batch-result.ts";
import { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";
import { resultFormats } from "#shared/rules/batch-results/result-formats.ts";
import { item } from "../statistics/items.ts";
import { csvRows, readXml, sourceOf, written, type XmlElement } from "./written.ts";

const items = [
  item({
    taskId: "wifi",
    variant: "a",
    outcomes: ["inconclusive", "succeeded"],
    tags: ["smoke"],
    each: { costUsd: 0.1 },
  }),
  item({
    taskId: "wifi",
    variant: "a",
    epoch: 2,
    outcomes: ["failed"],
    last: { outcomeReason: "Wi-Fi is off" },
  }),
  item({ taskId: "alarm", variant: "b", outcomes: ["inconclusive"], last: { errorCode: "device-lost" } }),
  item({
    taskId: "alarm",
    variant: "b",
    epoch: 2,
    outcomes: [],
    status: "skipped",
    reason: "enough",
    skippedFor: "enough",
  }),
];
const linkTo = (jobId: string): string => `http://[::1]:4000/v1/jobs/${jobId}`;

test("a line of JSONL is an item with its attempts and its link", async () => {
  const lines = (await written("jsonl", sourceOf(items, { linkTo }))).trimEnd().split("\n");
  const results = lines.map((line) => BatchResult.parse(JSON.parse(line)));
  expect(results.map(({ taskId, epoch, outcome }) => [taskId, epoch, outcome])).toEqual([
    ["wifi", 1, "succeeded"],
    ["wifi", 2, "failed"],
    ["alarm", 1, "inconclusive"],
    ["alarm", 2, undefined],
  ]);
  expect(results[0]).toMatchObject({
    totalCostUsd: 0.2,
    attempt: 2,
    attempts: [{ attempt: 1 }, { attempt: 2 }],
  });
  expect(results[0]?.link).toBe(linkTo(items[0]?.attempts[1]?.jobId ?? ""));
});

test("[spec G5] what nobody verified is passed in no format", async () => {
  const source = sourceOf([
    item({ outcomes: ["succeeded"], last: { verdict: "unverified", outcomeReason: "It says so." } }),
  ]);
  const [row] = csvRows(await written("csv", source));
  expect(row).toMatchObject({ outcome: "succeeded", verdict: "unverified" });
  expect(JSON.parse(await written("jsonl", source))).toMatchObject({ verdict: "unverified" });
  const junit = await written("junit", source);
  expect(junit).toContain('<skipped message="succeeded, unverified: It says so."/>');
  expect(readXml(junit).children[0]?.attributes).toMatchObject({ tests: "1", skipped: "1" });
});

test("a line of JSONL can be read back, however its item came to be as it is", async () => {
  const others = [
    item({ outcomes: ["failed", "succeeded"], attemptsForgiven: 1 }),
    item({ outcomes: ["inconclusive"], status: "deferred", deferredFor: "alone", reason: "tried again" }),
    item({
      outcomes: [],
      status: "skipped",
      skippedFor: "prerequisite",
      skippedAt: "2026-01-01T00:00:00.000Z",
      prerequisite: items[0]?.taskId,
    }),
  ];
  const lines = (await written("jsonl", sourceOf(others))).trimEnd().split("\n");
  const results = lines.map((line) => BatchResult.parse(JSON.parse(line)));
  expect(results.map(({ status }) => status)).toEqual(["ended", "deferred", "skipped"]);
});

test("a row of CSV has a cell for each figure, empty where nothing is known", async () => {
  const rows = csvRows(await written("csv", sourceOf(items)));
  expect(rows).toHaveLength(4);
  expect(rows[0]).toMatchObject({
    taskId: "wifi",
    attempts: "2",
    costUsd: "0.1",
    totalCostUsd: "0.2",
    tags: "smoke",
  });
  expect(rows[3]).toMatchObject({ status: "skipped", outcome: "", reason: "enough", jobId: "", steps: "" });
});

const named = (element: XmlElement | undefined, name: string): readonly XmlElement[] =>
  element?.children.filter((child) => child.name === name) ?? [];

test("a JUnit report has a suite for each variant and tells failures, errors and skipped apart [spec R17]", async () => {
  const report = readXml(await written("junit", sourceOf(items, { linkTo })));
  expect(report.attributes).toMatchObject({
    name: "nightly",
    tests: "4",
    failures: "1",
    errors: "1",
    skipped: "1",
  });
  const [a, b] = named(report, "testsuite");
  expect(a?.attributes).toMatchObject({ name: "a", tests: "2", failures: "1", errors: "0", skipped: "0" });
  const [passed, failed] = named(a, "testcase");
  expect(passed?.attributes).toMatchObject({ name: "wifi", classname: "nightly.a" });
  expect(passed?.children.map(({ name }) => name)).toEqual(["properties", "system-out"]);
  expect(named(passed, "system-out")[0]?.text).toBe(linkTo(items[0]?.attempts[1]?.jobId ?? ""));
  const properties = named(passed, "properties")[0]?.children.map(({ attributes }) => attributes);
  expect(properties).toContainEqual({ name: "tag", value: "smoke" });
  expect(properties).toContainEqual({ name: "attempts", value: "2" });
  const [first, second] = items[0]?.attempts ?? [];
  expect(properties).toContainEqual({ name: "attempt 1", value: `${first?.jobId} inconclusive` });
  expect(properties).toContainEqual({ name: "attempt 1 link", value: linkTo(first?.jobId ?? "") });
  expect(properties).toContainEqual({ name: "attempt 2 link", value: linkTo(second?.jobId ?? "") });
  expect(properties).toContainEqual({ name: "link", value: linkTo(second?.jobId ?? "") });
  expect(failed?.attributes.name).toBe("wifi#2");
  expect(named(failed, "failure")[0]?.attributes).toEqual({ message: "Wi-Fi is off", type: "failed" });
  const [inconclusive, skipped] = named(b, "testcase");
  expect(inconclusive?.attributes.name).toBe("alarm");
  expect(named(inconclusive, "error")[0]?.attributes).toEqual({
    message: "device-lost",
    type: "inconclusive",
  });
  expect(named(skipped, "skipped")[0]?.attributes).toEqual({ message: "enough" });
});

test("who changed a running batch, and why, stands in the JUnit report and the statistics", async () => {
  const change = {
    at: "2026-01-01T00:00:00.000Z",
    by: "kim",
    reason: "too slow",
    change: "concurrency from 10 to 20",
  };
  const base = sourceOf(items);
  const source = { ...base, batch: { ...base.batch, changes: [change] } };
  const suite = named(readXml(await written("junit", source)), "testsuite")[0];
  expect(named(suite, "properties")[0]?.children[0]?.attributes).toEqual({
    name: `changed ${change.at}`,
    value: "concurrency from 10 to 20 (kim: too slow)",
  });
  expect(BatchStatistics.parse(JSON.parse(await written("json", source))).changes).toEqual([change]);
});

test.each(["jsonl", "csv"] as const)(
  "%s is written while items still come: none is held back",
  async (format) => {
    let taken = 0;
    function* endless(): Generator<BatchItem> {
      for (;;) {
        taken += 1;
        yield item();
      }
    }
    let pieces = 0;
    for await (const _ of resultFormats[format].write(sourceOf(endless()))) {
      pieces += 1;
      expect(taken).toBeLessThanOrEqual(pieces);
      if (pieces === 50) break;
    }
  },
);

test("every format is written for a batch without items", async () => {
  for (const format of ResultFormat.options) await written(format, sourceOf([]));
  expect(readXml(await written("junit", sourceOf([]))).attributes).toMatchObject({ tests: "0" });
  expect(csvRows(await written("csv", sourceOf([])))).toEqual([]);
});
