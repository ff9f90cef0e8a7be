import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineUnderTest } from "./engine-under-test.ts";

const DAY_MS = 24 * 3_600_000;

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "engine-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const passing = { StartAt: "P", States: { P: { Type: "Pass", End: true } } };
const failing = { StartAt: "F", States: { F: { Type: "Fail", Error: "Wrong" } } };
const distributed = {
  StartAt: "M",
  States: {
    M: {
      Type: "Map",
      ItemProcessor: { ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" }, ...passing },
      End: true,
    },
  },
};

const inDays = (days: number) => ({
  now: () => Date.now() + days * DAY_MS,
  schedule: (ring: () => void, delayMs: number) => {
    const handle = setTimeout(ring, delayMs);
    return () => clearTimeout(handle);
  },
});

const fileBytes = () => statSync(join(dataDir, "step-functions.sqlite")).size;

/** How many rows each table of the journal has. */
function rows(): Record<string, number> {
  const database = new DatabaseSync(join(dataDir, "step-functions.sqlite"));
  const count = (table: string) =>
    (database.prepare(`SELECT count(*) AS count FROM ${table}`).get() as { count: number }).count;
  const counted = Object.fromEntries(
    ["executions", "events", "tails", "threads", "variables"].map((table) => [table, count(table)]),
  );
  const { count: runs } = database
    .prepare("SELECT count(*) AS count FROM documents WHERE kind IN ('mapRun', 'mapItems')")
    .get() as { count: number };
  database.close();
  return { ...counted, runs };
}

const gone = { errorName: "ExecutionDoesNotExist" };

/** Waits until the engine has said that an execution is gone. */
async function untilGone(test: EngineUnderTest, executionArn: string): Promise<void> {
  const deadline = performance.now() + 50_000;
  for (;;) {
    const known = await test.call("DescribeExecution", { executionArn }).catch(() => null);
    if (known === null) return;
    if (performance.now() > deadline) throw new Error(`${executionArn} is still there`);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("an execution that has ended", () => {
  it("is kept for 90 days, with its history", async () => {
    const first = await EngineUnderTest.start({ dataDir });
    const { executionArn } = await first.run(passing);
    await first.close();
    const second = await EngineUnderTest.start({ dataDir, clock: inDays(89.9) });
    expect((await second.history(executionArn)).at(-1)?.type).toBe("ExecutionSucceeded");
    await second.close();
  });

  it("goes after that with everything that is its own, and nothing else goes", async () => {
    const first = await EngineUnderTest.start({ dataDir });
    const ran = await first.run(distributed, [1, 2, 3]);
    expect(ran.output).toEqual([1, 2, 3]);
    const failed = await first.run(failing);
    const waiting = await first.begin({
      StartAt: "W",
      States: { W: { Type: "Wait", Timestamp: "2100-01-01T00:00:00Z", End: true } },
    });
    await first.close();
    expect(rows()).toMatchObject({ executions: 6, runs: 1 });

    const second = await EngineUnderTest.start({ dataDir, clock: inDays(91) });
    await untilGone(second, ran.executionArn);
    await untilGone(second, failed.executionArn);
    const { executionArn } = ran;
    await expect(second.call("GetExecutionHistory", { executionArn })).rejects.toMatchObject(gone);
    await expect(
      second.call("RedriveExecution", { executionArn: failed.executionArn }),
    ).rejects.toMatchObject(gone);
    expect(await second.call("DescribeExecution", { executionArn: waiting })).toMatchObject({
      status: "RUNNING",
    });
    await second.close();
    expect(rows()).toMatchObject({ executions: 1, tails: 1, threads: 1, variables: 0, runs: 0 });
  });

  it("is kept shorter where a setting says so, in memory too", async () => {
    const first = await EngineUnderTest.start({ dataDir, limits: { retentionDays: 30 } });
    const { executionArn } = await first.run(passing);
    await first.close();
    const second = await EngineUnderTest.start({
      dataDir,
      limits: { retentionDays: 30 },
      clock: inDays(31),
    });
    await untilGone(second, executionArn);
    await second.close();
  });

  it("gives its space back to the disk", async () => {
    const first = await EngineUnderTest.start({ dataDir });
    const stateMachineArn = await first.create(passing);
    const input = JSON.stringify("x".repeat(100_000));
    const arns: string[] = [];
    for (let count = 0; count < 60; count += 1) {
      const started = await first.call<{ executionArn: string }>("StartExecution", {
        stateMachineArn,
        input,
      });
      arns.push(started.executionArn);
    }
    for (const arn of arns) await first.ended(arn);
    await first.close();
    const before = fileBytes();
    const second = await EngineUnderTest.start({ dataDir, clock: inDays(91) });
    for (const arn of arns) await untilGone(second, arn);
    await second.close();
    const third = await EngineUnderTest.start({ dataDir, clock: inDays(91) });
    await third.close();
    expect(before).toBeGreaterThan(10_000_000);
    expect(fileBytes()).toBeLessThan(before / 10);
  });
});
