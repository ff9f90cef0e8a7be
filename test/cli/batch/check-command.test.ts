import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { batchCommandLine } from "./batch-command-line.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-check-"));
});
afterAll(() => rm(folder, { recursive: true }));

const check = async (text: string, ...args: readonly string[]) => {
  const file = path.join(folder, "t.yaml");
  await writeFile(file, text);
  return batchCommandLine("check", file, "--dir", folder, ...args);
};
const tasks = "tasks:\n  - { id: a, task: x, limits: { tokens: 1M }, repeat: 2 }\n";

describe("drover batch check", () => {
  it("[spec C6] says what a file makes and what it costs if every job used up its limits at its dearest model", async () => {
    const { out } = await check(tasks, "--model", "claude-haiku-5-5", "--model", "practice-1");
    expect(out).toMatch(/^1 task × 2 variants: 4 jobs$/m);
    expect(out).toMatch(/^claude-haiku-5-5 +claude-haiku-5-5 +2 +2,000,000 +\$\d+\.\d\d$/m);
    expect(out).toMatch(/^practice-1 +practice-1 +2 +2,000,000 +no price$/m);
    expect(out).toMatch(/^at most \$\d+\.\d\d and what 1 variant without a known price will cost/m);
    expect((await check(tasks)).out).toMatch(/the farm's default .*\n.*cost is unknown/);
  });

  it("[spec C6] takes a limit of money for the cost, and refuses one of a model without a price", async () => {
    const limited = tasks.replace("1M", "1M, costUsd: 0.05");
    const { out } = await check(limited, "--model", "claude-haiku-5-5", "--json");
    expect(JSON.parse(out).costs).toMatchObject([{ variant: "claude-haiku-5-5", jobs: 2, usd: 0.1 }]);
    expect(await check(limited, "--model", "practice-1")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/limits\.costUsd cannot be applied: 'practice-1' has no price here/),
    });
  });
});
