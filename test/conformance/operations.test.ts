import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { alarmNames, alarmRecord } from "#infra/alarm-list.ts";
import { metrics } from "#shared/contracts/farm/metrics.ts";

const page = readFileSync("docs/operations.md", "utf8");

it("docs/operations.md has a section for each alarm, with what to do, and none for what is no alarm", () => {
  const [, alarms = ""] = page.split("\n## Alarms\n");
  const sections = alarms.split("\n### ").slice(1);
  expect(sections.map((section) => section.split("\n")[0])).toEqual(alarmNames);
  for (const section of sections) expect(section).toContain("**Do:**");
});

it("an alarm says in a few words what is wrong", () => {
  for (const name of alarmNames) expect(alarmRecord(name).says.length, name).toBeLessThan(120);
});

it("a metric's name is one that CloudWatch takes", () => {
  for (const name of Object.keys(metrics)) expect(name).toMatch(/^[A-Z][A-Za-z]{2,60}$/);
});
