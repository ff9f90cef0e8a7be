import { afterEach, describe, expect, it } from "vitest";
import { EngineUnderTest } from "./engine-under-test.ts";

let running: EngineUnderTest;
afterEach(() => running.close());

const Catch = [{ ErrorEquals: ["States.ALL"], Output: "{% $states.errorOutput %}", Next: "Caught" }];

describe("limits", () => {
  it("fails an execution that would write more events than it may", async () => {
    running = await EngineUnderTest.start({ limits: { historyEvents: 200 } });
    const loop = {
      StartAt: "A",
      States: {
        A: { Type: "Pass", Next: "B" },
        B: { Type: "Choice", Choices: [{ Condition: "{% $states.input = 1 %}", Next: "C" }], Default: "A" },
        C: { Type: "Succeed" },
      },
    };
    const ran = await running.run(loop);
    expect(ran.status).toBe("FAILED");
    expect(ran.cause).toBe("The execution reached the maximum number of history events (200).");
    expect(ran.events).toHaveLength(200);
  });

  it("fails a state whose output is larger than a payload may be", async () => {
    running = await EngineUnderTest.start({ limits: { payloadBytes: 1_000 } });
    const big = { StartAt: "A", States: { A: { Type: "Pass", Output: "x".repeat(999), End: true } } };
    expect(await running.run(big)).toMatchObject({ status: "FAILED", error: "States.DataLimitExceeded" });
  });

  it("times a whole execution out", async () => {
    running = await EngineUnderTest.start();
    const slow = { TimeoutSeconds: 1, StartAt: "W", States: { W: { Type: "Wait", Seconds: 60, End: true } } };
    const ran = await running.run(slow);
    expect(ran.status).toBe("TIMED_OUT");
    expect(ran.types.at(-1)).toBe("ExecutionTimedOut");
  });
});

describe("failures inside branches", () => {
  it("the first failure takes the other iterations back and is caught by the Map", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run({
      StartAt: "Each",
      States: {
        Each: {
          Type: "Map",
          Items: [0, 1],
          ItemProcessor: {
            StartAt: "Which",
            States: {
              Which: {
                Type: "Choice",
                Choices: [{ Condition: "{% $states.input = 0 %}", Next: "Long" }],
                Default: "Broken",
              },
              Long: { Type: "Wait", Seconds: 60, End: true },
              Broken: { Type: "Fail", Error: "Bad", Cause: "why" },
            },
          },
          Catch,
          End: true,
        },
        Caught: { Type: "Succeed" },
      },
    });
    expect(ran.output).toEqual({ Error: "Bad", Cause: "why" });
    expect(ran.types.slice(ran.types.indexOf("FailStateEntered"))).toEqual([
      "FailStateEntered",
      "MapIterationAborted",
      "WaitStateAborted",
      "MapIterationFailed",
      "MapStateFailed",
      "MapStateExited",
      "SucceedStateEntered",
      "SucceedStateExited",
      "ExecutionSucceeded",
    ]);
  });

  it("a Parallel is retried as a whole", async () => {
    running = await EngineUnderTest.start({ random: () => 0 });
    const ran = await running.run({
      StartAt: "Both",
      States: {
        Both: {
          Type: "Parallel",
          Branches: [
            { StartAt: "A", States: { A: { Type: "Pass", Output: 1, End: true } } },
            {
              StartAt: "Retried",
              States: {
                Retried: {
                  Type: "Choice",
                  Choices: [{ Condition: "{% $states.context.Execution.RedriveCount > 0 %}", Next: "Fine" }],
                  Default: "No",
                },
                Fine: { Type: "Succeed" },
                No: { Type: "Fail", Error: "Again" },
              },
            },
          ],
          Retry: [{ ErrorEquals: ["Again"], MaxAttempts: 1, JitterStrategy: "FULL" }],
          Catch,
          End: true,
        },
        Caught: { Type: "Succeed" },
      },
    });
    expect(ran.output).toEqual({ Error: "Again", Cause: "" });
    expect(ran.types.filter((type) => type === "ParallelStateStarted")).toHaveLength(2);
    expect(ran.types.filter((type) => type === "ParallelStateEntered")).toHaveLength(1);
  });

  it("inner scopes read outer variables and leave them as they are", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run({
      StartAt: "Set",
      States: {
        Set: { Type: "Pass", Assign: { outer: 5 }, Next: "Each" },
        Each: {
          Type: "Map",
          Items: [1, 2],
          ItemProcessor: {
            StartAt: "In",
            States: {
              In: { Type: "Pass", Assign: { inner: "{% $outer + $states.input %}" }, Next: "Out" },
              Out: { Type: "Pass", Output: "{% $inner %}", End: true },
            },
          },
          Next: "After",
        },
        After: { Type: "Pass", Output: "{% [$outer, $states.input] %}", End: true },
      },
    });
    expect(ran.output).toEqual([5, 6, 7]);
  });

  it("no Choice rule that matches is a fault of the machine, as the service answers", async () => {
    running = await EngineUnderTest.start();
    const choice = {
      StartAt: "C",
      States: { C: { Type: "Choice", Choices: [{ Condition: false, Next: "D" }] }, D: { Type: "Succeed" } },
    };
    expect((await running.run(choice)).error).toBe("States.Runtime");
  });
});
