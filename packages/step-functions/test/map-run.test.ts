import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { EngineUnderTest } from "./engine-under-test.ts";

const distributed = (processor: object, more: object = {}) => ({
  StartAt: "Each",
  States: {
    Each: {
      Type: "Map",
      Label: "each",
      Items: "{% $states.input.items %}",
      ItemProcessor: { ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" }, ...processor },
      End: true,
      ...more,
    },
  },
});

const double = {
  StartAt: "Double",
  States: { Double: { Type: "Pass", Output: "{% $states.input * 2 %}", End: true } },
};

/** Fails for odd numbers. */
const even = {
  StartAt: "Check",
  States: {
    Check: {
      Type: "Choice",
      Choices: [{ Condition: "{% $states.input % 2 = 1 %}", Next: "Odd" }],
      Default: "Even",
    },
    Odd: { Type: "Fail", Error: "Odd" },
    Even: { Type: "Succeed" },
  },
};

let running: EngineUnderTest | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const items = (count: number) => Array.from({ length: count }, (_, index) => index);

interface MapRunShown {
  readonly mapRunArn: string;
  readonly executionCounts: { readonly running: number; readonly succeeded: number };
}

async function mapRunOf(engine: EngineUnderTest, executionArn: string): Promise<MapRunShown> {
  const { mapRuns } = await engine.call<{ mapRuns: MapRunShown[] }>("ListMapRuns", { executionArn });
  return await engine.call<MapRunShown>("DescribeMapRun", { mapRunArn: mapRuns[0]?.mapRunArn ?? "" });
}

/** Asks until the counts are as wanted; a run that does not exist yet has none. */
async function counted(
  engine: EngineUnderTest,
  executionArn: string,
  wanted: (counts: MapRunShown["executionCounts"]) => boolean,
): Promise<void> {
  const deadline = performance.now() + 30_000;
  while (performance.now() < deadline) {
    const run = await mapRunOf(engine, executionArn).catch(() => undefined);
    if (run !== undefined && wanted(run.executionCounts)) return;
  }
  throw new Error("the counts did not come true");
}

describe("a Distributed Map", () => {
  it("runs a child execution for each item and keeps the order of the items", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run(distributed(double, { MaxConcurrency: 7 }), { items: items(600) });
    expect(ran.output).toEqual(items(600).map((item) => item * 2));
    expect(ran.types).toEqual([
      "ExecutionStarted",
      "MapStateEntered",
      "MapStateStarted",
      "MapRunStarted",
      "MapRunSucceeded",
      "MapStateSucceeded",
      "MapStateExited",
      "ExecutionSucceeded",
    ]);
    const run = await mapRunOf(running, ran.executionArn);
    expect(run).toMatchObject({
      status: "SUCCEEDED",
      executionCounts: { total: 600, succeeded: 600, pending: 0 },
    });
    const { mapRunArn } = run;
    const page = await running.call<{ executions: unknown[]; nextToken?: string }>("ListExecutions", {
      mapRunArn,
    });
    expect(page.executions).toHaveLength(100);
    expect(page.nextToken).toBeDefined();
  });

  it("selects, batches and tells the children apart", async () => {
    running = await EngineUnderTest.start();
    const sum = {
      StartAt: "Sum",
      States: { Sum: { Type: "Pass", Output: "{% $sum($states.input.Items.n) %}", End: true } },
    };
    const more = {
      ItemSelector: { n: "{% $states.context.Map.Item.Value + $states.context.Map.Item.Index %}" },
      ItemBatcher: { MaxItemsPerBatch: 2 },
    };
    const ran = await running.run(distributed(sum, more), { items: [1, 2, 3] });
    expect(ran.output).toEqual([4, 5]);
  });

  it("fails once more children failed than it tolerates", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run(distributed(even), { items: [0, 1, 2] });
    expect(ran).toMatchObject({ status: "FAILED", error: "States.ExceedToleratedFailureThreshold" });
    expect(ran.types.slice(-3)).toEqual(["MapRunFailed", "MapStateFailed", "ExecutionFailed"]);
    const tolerant = distributed(even, { ToleratedFailurePercentage: 50 });
    expect((await running.run(tolerant, { items: [0, 1, 2, 3] })).status).toBe("SUCCEEDED");
  });

  it("runs as many children at once as it is told while it runs", async () => {
    running = await EngineUnderTest.start();
    const wait = { StartAt: "Wait", States: { Wait: { Type: "Wait", Seconds: 3600, End: true } } };
    const executionArn = await running.begin(distributed(wait, { MaxConcurrency: 2 }), { items: items(9) });
    await counted(running, executionArn, ({ running: count }) => count === 2);
    const { mapRunArn } = await mapRunOf(running, executionArn);
    await running.call("UpdateMapRun", { mapRunArn, maxConcurrency: 5 });
    await counted(running, executionArn, ({ running: count }) => count === 5);
    await running.call("UpdateMapRun", { mapRunArn, maxConcurrency: 1 });
    expect((await mapRunOf(running, executionArn)).executionCounts).toMatchObject({ running: 5, pending: 4 });
    await running.call("StopExecution", { executionArn });
  });

  it("stops its children when its execution is stopped", async () => {
    running = await EngineUnderTest.start();
    const wait = { StartAt: "Long", States: { Long: { Type: "Wait", Seconds: 600, End: true } } };
    const executionArn = await running.begin(distributed(wait), { items: [1, 2] });
    await counted(running, executionArn, ({ running }) => running === 2);
    await running.call("StopExecution", { executionArn });
    const run = await mapRunOf(running, executionArn);
    expect(run).toMatchObject({ status: "ABORTED", executionCounts: { aborted: 2, running: 0 } });
  });

  it("is redriven with only those children that did not succeed", async () => {
    running = await EngineUnderTest.start();
    await running.create(double);
    const child = {
      StartAt: "Ask",
      States: {
        Ask: {
          Type: "Task",
          Resource: "arn:aws:states:::states:startExecution.sync:2",
          Arguments: { StateMachineArn: "{% $states.input.machine %}", Input: "{% $states.input.n %}" },
          Output: "{% $states.result.Output %}",
          End: true,
        },
      },
    };
    const arn = (name: string) => `arn:aws:states:us-east-1:111111111111:stateMachine:${name}`;
    const work = [arn("machine-1"), arn("machine-3"), arn("machine-1")].map((machine, n) => ({ machine, n }));
    const failed = await running.run(distributed(child, { MaxConcurrency: 1 }), { items: work });
    expect(failed).toMatchObject({ status: "FAILED", error: "States.ExceedToleratedFailureThreshold" });
    await running.create(double);
    await running.call("RedriveExecution", { executionArn: failed.executionArn });
    const ran = await running.ended(failed.executionArn);
    expect(ran.output).toEqual([0, 2, 4]);
    expect(ran.types).toContain("MapRunRedriven");
    const run = await mapRunOf(running, failed.executionArn);
    expect(run).toMatchObject({ redriveCount: 1, executionCounts: { total: 3, succeeded: 3, failed: 0 } });
    const first = await running.call<{ executions: unknown[] }>("ListExecutions", {
      stateMachineArn: arn("machine-1"),
    });
    expect(first.executions).toHaveLength(2);
  });

  it("[fault D29] begins no child again that it began for the first time in its redrive, over a restart", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "engine-"));
    const child = {
      StartAt: "Which",
      States: {
        Which: {
          Type: "Choice",
          Choices: [{ Condition: "{% $states.input = 'wait' %}", Next: "Long" }],
          Default: "Once",
        },
        Long: { Type: "Wait", Seconds: 3600, End: true },
        Once: {
          Type: "Pass",
          Output: "{% $states.context.Execution.RedriveCount > 0 ? 'again' : $error('once') %}",
          End: true,
        },
      },
    };
    running = await EngineUnderTest.start({ dataDir });
    const tolerant = distributed(child, { MaxConcurrency: 1, ToleratedFailureCount: 1 });
    const { executionArn } = await running.run(tolerant, { items: ["no", "no", "no", "wait"] });
    await running.call("RedriveExecution", { executionArn });
    const between = { succeeded: 2, failed: 1, running: 1 };
    await counted(running, executionArn, ({ running: count }) => count === 1);
    expect((await mapRunOf(running, executionArn)).executionCounts).toMatchObject(between);
    await running.close();
    running = await EngineUnderTest.start({ dataDir });
    expect((await mapRunOf(running, executionArn)).executionCounts).toMatchObject(between);
    const { mapRunArn } = await mapRunOf(running, executionArn);
    const { executions } = await running.call<{ executions: object[] }>("ListExecutions", { mapRunArn });
    expect(executions).toMatchObject([
      { status: "RUNNING", redriveCount: 0 },
      { status: "FAILED", redriveCount: 0 },
      { status: "SUCCEEDED", redriveCount: 1 },
      { status: "SUCCEEDED", redriveCount: 1 },
    ]);
    await running.call("StopExecution", { executionArn });
    await running.close();
    running = undefined;
    rmSync(dataDir, { recursive: true });
  });

  it("goes on after a restart without running a finished child again", async () => {
    const dataDir = mkdtempSync(join(tmpdir(), "engine-"));
    const slow = {
      StartAt: "Pause",
      States: { Pause: { Type: "Wait", Seconds: "{% $states.input > 2 ? 1 : 0 %}", End: true } },
    };
    running = await EngineUnderTest.start({ dataDir });
    const executionArn = await running.begin(distributed(slow, { MaxConcurrency: 2 }), { items: items(6) });
    await counted(running, executionArn, ({ succeeded }) => succeeded >= 3);
    await running.close();
    running = await EngineUnderTest.start({ dataDir });
    const ran = await running.ended(executionArn);
    expect(ran.output).toEqual(items(6));
    expect((await mapRunOf(running, executionArn)).executionCounts).toMatchObject({ total: 6, succeeded: 6 });
    await running.close();
    running = undefined;
    rmSync(dataDir, { recursive: true });
  });
});
