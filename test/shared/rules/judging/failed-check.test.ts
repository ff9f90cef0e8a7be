import { describe, expect, it } from "vitest";
import type { Evidence } from "#shared/contracts/judging/evidence.ts";
import { type Validator, Validator as ValidatorSchema } from "#shared/contracts/judging/validator.ts";
import { checkSentence } from "#shared/rules/judging/check-sentence.ts";
import { failedCheck } from "#shared/rules/judging/failed-check.ts";
import { matchEvidence } from "#shared/rules/judging/match-evidence.ts";
import { withEvidence } from "#shared/rules/judging/with-evidence.ts";

type Given = Parameters<typeof ValidatorSchema.parse>[0];

/** The reason that a job is given whose check read this. */
function reasonOf(check: Given, evidence: Evidence): string {
  const validator: Validator = ValidatorSchema.parse(check);
  const { verdict, observed } = matchEvidence(validator, evidence);
  expect(verdict).toBe("failed");
  return checkSentence(failedCheck(validator, evidence, observed));
}

const people = (rows: readonly (readonly string[])[]): Evidence => ({
  kind: "rows",
  source: "content://people",
  table: null,
  columns: [
    { name: "name", affinity: "printed" },
    { name: "number", affinity: "printed" },
  ],
  all: rows.length,
  asked: { where: {}, matching: 0, example: null },
  rows: rows.map((row) => [...row]),
  whole: true,
});
const row = (where: Record<string, unknown>, more: object = {}) => ({
  kind: "contentRow",
  uri: "content://people",
  where,
  ...more,
});
const three = people([
  ["Bob", "1"],
  ["Ada", "2"],
  ["Zoe", "9"],
]);
const file = { kind: "file", path: "/sdcard/a.txt" };
const fileRead = (text: string | null): Evidence => ({
  kind: "file",
  path: "/sdcard/a.txt",
  bytes: text?.length ?? null,
  text,
  whole: true,
});
const screen: Evidence = { kind: "screen", texts: ["Cancel", "Wi-Fi on"], flags: [], whole: true };
const said = (answer: string | null): Evidence => ({ kind: "agent", status: "success", answer });
const wifi = { kind: "setting", namespace: "global", key: "wifi_on" };
const setting = (value: string | null): Evidence => ({
  kind: "setting",
  namespace: "global",
  key: "wifi_on",
  value,
});

describe("the reason of a check that failed", () => {
  it.each<[Given, Evidence, string]>([
    [{ ...wifi, equals: "0" }, setting("1"), "setting global/wifi_on: expected 0, was 1."],
    [{ ...wifi, equals: "0" }, setting(null), "setting global/wifi_on: expected 0, was absent."],
    [{ ...wifi, equals: null }, setting(""), 'setting global/wifi_on: expected absent, was "".'],
    [
      row({ name: "Ada", number: "3" }),
      three,
      "rows of content://people: expected a row with name=Ada, number=3, was number=2 in the nearest of 3 rows.",
    ],
    [
      row({ name: "Zoey" }),
      three,
      "rows of content://people: expected a row with name=Zoey, was name=Zoe in the nearest of 3 rows.",
    ],
    [
      row({ number: 8 }),
      three,
      "rows of content://people: expected a row with number=8, was number=9 in the nearest of 3 rows.",
    ],
    [row({ name: "Ada" }), people([]), "rows of content://people: expected a row with name=Ada, was 0 rows."],
    [
      row({ name: "Ada" }, { exists: false }),
      three,
      "rows of content://people: expected no row with name=Ada, was 1 row.",
    ],
    [
      row({ name: "Ada" }, { count: 2 }),
      three,
      "rows of content://people: expected 2 rows with name=Ada, was 1 row.",
    ],
    [
      { kind: "sqliteRow", database: "/data/a.db", table: "t", where: { a: 1 } },
      { kind: "noRows", source: "/data/a.db", table: null, why: "no such database" },
      "table t of /data/a.db: expected a row with a=1, was no such database.",
    ],
    [file, fileRead(null), "file /sdcard/a.txt: expected a file, was no such file."],
    [
      { ...file, exists: false },
      fileRead("x"),
      "file /sdcard/a.txt: expected no file, was a file of 1 bytes.",
    ],
    [
      { ...file, contains: "due" },
      fileRead("paid"),
      'file /sdcard/a.txt: expected text with "due", was "paid".',
    ],
    [
      { kind: "foregroundApp", package: "com.a" },
      { kind: "foreground", package: "com.b" },
      "app in front: expected com.a, was com.b.",
    ],
    [
      { kind: "uiText", equals: "Wi-Fi off" },
      screen,
      'text on the screen: expected "Wi-Fi off", was "Wi-Fi on" as the nearest of 2 texts.',
    ],
    [{ kind: "answer", equals: "42" }, said("41"), 'answer: expected "42", was "41".'],
    [{ kind: "answer", equals: "42" }, said(null), 'answer: expected "42", was no answer.'],
    [
      { kind: "answer", fields: { a: 1, b: 2 } },
      said('{"a":1,"b":3}'),
      "answer: expected a=1, b=2, was b=3.",
    ],
    [
      { kind: "claim", status: "infeasible" },
      said(null),
      "the agent's claim: expected infeasible, was success.",
    ],
    [
      { kind: "external", name: "mail" },
      { kind: "caller", name: "mail", passed: false, observed: "" },
      "external check mail: expected passed, was failed.",
    ],
  ])("[spec G5] of %j is one plain sentence", (check, evidence, sentence) => {
    expect(reasonOf(check, evidence)).toBe(sentence);
  });

  it("[spec G5] is one bounded line without what a terminal would obey, whatever the device holds", () => {
    const hostile = `\u001b[31m\u202e<b>\n${"x".repeat(5_000)}`;
    const told = reasonOf({ ...wifi, equals: "0" }, setting(hostile));
    expect(told).toMatch(/^setting global\/wifi_on: expected 0, was .{1,85}\.$/);
    expect(told).not.toMatch(/[\p{Cc}\u202e]/u);
    expect(told.length).toBeLessThanOrEqual(300);
  });

  it("[spec G5] is kept with what failed alone", () => {
    const validator = ValidatorSchema.parse({ ...wifi, equals: "0" });
    const kept = (value: string) => {
      const evidence = setting(value);
      return withEvidence({ validator, ...matchEvidence(validator, evidence) }, evidence).mismatch;
    };
    expect(kept("0")).toBeUndefined();
    expect(kept("1")).toEqual({
      kind: "setting",
      place: "setting global/wifi_on",
      expected: "0",
      actual: "1",
    });
  });
});
