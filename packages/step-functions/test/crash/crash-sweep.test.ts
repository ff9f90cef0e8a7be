import { describe, expect, it } from "vitest";
import { illegalities } from "../engine-kill/legal-history.ts";
import { flakyIntegrations } from "./flaky-integrations.ts";
import { runWithCrashes } from "./run-with-crashes.ts";

const task = (fails: number, value: unknown) => ({
  Type: "Task",
  Resource: "arn:aws:states:::lambda:invoke",
  Arguments: {
    FunctionName: "f",
    Payload: { attempt: "{% $states.context.State.RetryCount %}", fails, value },
  },
  Output: "{% $states.result.Payload %}",
});

const definition = {
  StartAt: "Wait",
  States: {
    Wait: { Type: "Wait", Seconds: 5, Assign: { base: 10 }, Next: "Call" },
    Call: {
      ...task(2, "{% $base %}"),
      Retry: [{ ErrorEquals: ["Flaky"], IntervalSeconds: 2, MaxAttempts: 3 }],
      Next: "Both",
    },
    Both: {
      Type: "Parallel",
      Branches: [
        {
          StartAt: "Each",
          States: {
            Each: {
              Type: "Map",
              Items: [1, 2, 3],
              MaxConcurrency: 2,
              ItemProcessor: {
                StartAt: "One",
                States: { One: { ...task(0, "{% $base + $states.context.Map.Item.Value %}"), End: true } },
              },
              End: true,
            },
          },
        },
        { StartAt: "Pause", States: { Pause: { Type: "Wait", Seconds: 1, Output: "side", End: true } } },
      ],
      Next: "Spread",
    },
    Spread: {
      Type: "Map",
      Items: [1, 2, 3],
      MaxConcurrency: 2,
      ItemProcessor: {
        ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" },
        StartAt: "Child",
        States: { Child: { ...task(0, "{% $states.input * 2 %}"), End: true } },
      },
      Output: { both: "{% $states.input %}", spread: "{% $states.result %}" },
      Next: "Doomed",
    },
    Doomed: {
      ...task(9, null),
      Catch: [
        {
          ErrorEquals: ["Flaky"],
          Output: "{% $merge([$states.input, $states.errorOutput]) %}",
          Next: "Done",
        },
      ],
      End: true,
    },
    Done: { Type: "Succeed" },
  },
};

const expected = {
  both: [[11, 12, 13], "side"],
  spread: [2, 4, 6],
  Error: "Flaky",
  Cause: "attempt 0",
};

describe("an engine that dies at a write of its journal", () => {
  it("comes to the same end whichever write that is, before it or after it", async () => {
    const whole = await runWithCrashes(definition, {}, flakyIntegrations, []);
    expect(JSON.parse(whole.result.output ?? "null")).toEqual(expected);
    const types = whole.events.map(({ type }) => type).sort();
    let deaths = 0;
    for (let commit = 1; commit <= whole.commits; commit += 1) {
      for (const written of [false, true]) {
        const at = `write ${commit}${written ? ", written" : ""}`;
        const run = await runWithCrashes(definition, {}, flakyIntegrations, [{ commit, written }]);
        expect(run.result, at).toEqual(whole.result);
        expect(illegalities(run.events), at).toEqual([]);
        expect(run.events.map(({ type }) => type).sort(), at).toEqual(types);
        deaths += run.lives - 1;
      }
    }
    // A busy machine may spread the same work over one write more or less.
    expect(deaths).toBeGreaterThan(25);
  }, 60_000);

  it("comes to the same end when it dies at every second write of each life", async () => {
    const crashes = Array.from({ length: 30 }, (_, life) => ({ commit: 2, written: life % 2 === 0 }));
    const run = await runWithCrashes(definition, {}, flakyIntegrations, crashes);
    expect(JSON.parse(run.result.output ?? "null")).toEqual(expected);
    expect(illegalities(run.events)).toEqual([]);
    expect(run.lives).toBeGreaterThan(5);
  });
});
