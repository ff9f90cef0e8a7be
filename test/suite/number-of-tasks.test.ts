import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readTasksFile } from "../../cli/batch/tasks-options.ts";

const names = readdirSync("tasks").filter((name) => name.endsWith(".yaml"));
const files = await Promise.all(names.map((name) => readTasksFile(`tasks/${name}`, {})));
const ids = files.flatMap((file) => file.lines.map(({ taskId }) => taskId));
const tags = files.flatMap((file) => file.lines.flatMap((line) => line.tags ?? []));
const tagged = (tag: string): number => tags.filter((one) => one === tag).length;

describe("the suite", () => {
  it.for(["README.md", "docs/spec.md", "docs/suite.md"])("has as many tasks as %s says", (page) => {
    const said = [...readFileSync(page, "utf8").matchAll(/(\d+) tasks for the virtual phones' apps/g)];
    expect(said.map(([, count]) => Number(count))).toEqual([ids.length]);
  });

  it("has no two tasks of one id, in whichever files", () => {
    expect(new Set(ids).size).toBe(ids.length);
  });

  it("has at least 80 tasks, 10 of which need a question, and some that cannot be done", () => {
    expect(ids.length).toBeGreaterThanOrEqual(80);
    expect(tagged("kind:asking")).toBeGreaterThanOrEqual(10);
    expect(tagged("kind:infeasible")).toBeGreaterThanOrEqual(10);
    for (const level of ["easy", "medium", "hard"])
      expect(tagged(`level:${level}`) / ids.length, level).toBeGreaterThan(0.2);
  });
});
