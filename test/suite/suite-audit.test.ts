import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTasksFile } from "../../cli/batch/tasks-options.ts";
import { endOnPhone } from "./end-on-phone.ts";
import { openStage, requestOf, type Stage } from "./phone-stage.ts";

const files = readdirSync("tasks").filter((name) => name.endsWith(".yaml"));
const audits = await Promise.all(
  files.map(async (file) => (await readTasksFile(`tasks/${file}`, { audit: true })).lines),
);
const lines = audits.flat();

let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.close());

const expected = (variant = "") => (variant === "solution" ? "passed" : "failed");

describe("[spec R17] every task of the suite", () => {
  it.concurrent.for(lines)("$taskId: $variant", async (line) => {
    const { verdict, why } = await endOnPhone(stage, requestOf(line));
    expect(verdict, why).toBe(expected(line.variant));
  });
});
