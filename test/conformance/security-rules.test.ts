import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = path.resolve(import.meta.dirname, "../..");
const page = readFileSync(path.join(root, "docs/security.md"), "utf8");
const sections = page.split(/^## /m).slice(1);
const rules = new Map(
  sections.flatMap((section) => {
    const [, number] = /^Rule (\d+): /.exec(section) ?? [];
    return number === undefined ? [] : [[Number(number), section] as const];
  }),
);

describe("docs/security.md", () => {
  it("numbers its rules from 1 without a gap", () => {
    expect([...rules.keys()]).toEqual(Array.from({ length: rules.size }, (_, index) => index + 1));
    expect(rules.size).toBe(10);
  });

  it.each([...rules])("names a test that is there for rule %i", (_, section) => {
    const tests = [...section.matchAll(/`((?:packages\/[a-z-]+\/)?test\/[\w./-]+\.test\.ts)`/g)].map(
      ([, file = ""]) => file,
    );
    expect(tests.length).toBeGreaterThan(0);
    expect(tests.filter((file) => !existsSync(path.join(root, file)))).toEqual([]);
  });
});
