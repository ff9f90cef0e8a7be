import { describe, expect, it } from "vitest";
import { routing } from "./job-scripts.ts";
import { answered, bodies, named, runJob } from "./job-world.ts";
import type { Sent } from "./read-executions.ts";

const stepsOf = (run: Awaited<ReturnType<typeof runJob>>) =>
  bodies(run, "PredictAction").map(({ stepNumber }) => stepNumber);

describe("a plan", () => {
  it("is made beside the loop, which goes on at once", async () => {
    const run = await runJob(
      routing([{ route: "plan", planNumber: 1, kind: "initial" }], {
        functions: { MakePlan: ({ planNumber }) => ({ planNumber, made: true }) },
      }),
    );
    expect(run.states.slice(5, 10)).toEqual([
      "RouteAction",
      "StartPlanning",
      "PredictAction",
      "RouteAction",
      "PerformAction",
    ]);
    expect(run.executions.map(({ machine, status }) => [machine, status])).toEqual([
      ["job", "SUCCEEDED"],
      ["planning", "SUCCEEDED"],
    ]);
    expect(run.executions[1]?.name).toMatch(/-plan-1$/);
    expect(bodies(run, "MakePlan")).toMatchObject([
      { planNumber: 1, kind: "initial", stepNumber: 1, observation: { treeHash: "start" } },
    ]);
  });

  it("that is awaited is there when the turn comes again, and the turn keeps its number", async () => {
    const run = await runJob(
      routing([{ route: "awaitPlan", planNumber: 2, kind: "recovery" }], {
        functions: { MakePlan: ({ planNumber }) => ({ planNumber, made: true }) },
      }),
    );
    const order = run.sent.map(({ to }) => to);
    expect(order.indexOf("MakePlan")).toBeLessThan(order.lastIndexOf("PredictAction"));
    expect(stepsOf(run)).toEqual([1, 1, 2, 3]);
  });

  it("that cannot be made does not end the job, and the turn is told which state failed", async () => {
    const run = await runJob(
      routing([{ route: "awaitPlan", planNumber: 1, kind: "recovery" }], {
        functions: {
          MakePlan: () => {
            throw named("NotFound");
          },
        },
      }),
    );
    expect(run.status).toBe("SUCCEEDED");
    expect(bodies(run, "PredictAction").map(({ failedHelpers }) => failedHelpers)).toEqual([
      {},
      { AwaitPlanning: "States.TaskFailed" },
      {},
      {},
    ]);
  });
});

describe.each(["checkProgress", "checkCompletion"])("the route %s", (route) => {
  const state = `${route[0]?.toUpperCase()}${route.slice(1)}`;

  it("asks, and the turn comes again", async () => {
    const run = await runJob(
      routing([{ route, stepNumber: 1 }], { functions: { [state]: () => ({ progressing: true }) } }),
    );
    expect(stepsOf(run)).toEqual([1, 1, 2, 3]);
    expect(bodies(run, state)).toMatchObject([{ stepNumber: 1, observation: { treeHash: "start" } }]);
  });

  it("goes on without when nobody can be asked", async () => {
    const run = await runJob(
      routing([{ route, stepNumber: 1 }], {
        functions: {
          [state]: () => {
            throw named("ModelOverloaded");
          },
        },
      }),
    );
    expect(run.status).toBe("SUCCEEDED");
    expect(bodies(run, "PredictAction")[1]?.failedHelpers).toEqual({ [state]: "ModelOverloaded" });
  });
});

describe("a claim of a job without checks", () => {
  const route = { route: "checkCompletion", stepNumber: 1, compare: true };
  const checked = (compare: () => unknown) =>
    runJob(
      routing([route], {
        functions: { CheckCompletion: () => ({ accepted: true }) },
        commands: { compare },
      }),
    );

  it("is checked with what the job changed, which the host reads first", async () => {
    const changes = { kind: "known", changes: [], count: 0, unseen: [] };
    const run = await checked(() => changes);
    expect(run.states.slice(5, 9)).toEqual([
      "RouteAction",
      "CompareDevice",
      "CheckCompletion",
      "PredictAction",
    ]);
    expect(bodies(run, "CheckCompletion")).toMatchObject([{ stepNumber: 1, changes }]);
  });

  it("is checked without it when the device cannot be read", async () => {
    const run = await checked(() => named("DeviceTimeout"));
    expect(run.status).toBe("SUCCEEDED");
    expect(bodies(run, "CheckCompletion")).toMatchObject([
      { changes: { kind: "unknown", why: expect.stringContaining("DeviceTimeout") } },
    ]);
  });
});

const ask = (hold: boolean): Sent => ({
  route: "ask",
  callbackId: "1",
  timeoutSeconds: 86_400,
  hold,
  stepNumber: 1,
  nextStepNumber: 2,
  commandId: "c1",
  deadlineSeconds: 40,
  actions: [],
});

describe("a question", () => {
  it("keeps the device, waits for its answer and looks at the screen again", async () => {
    const run = await runJob(routing([ask(true)], { functions: { OpenCallback: () => answered } }));
    expect(run.states.slice(5, 11)).toEqual([
      "RouteAction",
      "AskUser",
      "RouteAnswer",
      "PerformAction",
      "VerifyStep",
      "PredictAction",
    ]);
    expect(bodies(run, "perform")[0]).toMatchObject({ stepNumber: 1, actions: [] });
    expect(stepsOf(run)).toEqual([1, 2, 3]);
  });

  it("that gives the device back takes another when it is answered", async () => {
    const run = await runJob(routing([ask(false)], { functions: { OpenCallback: () => answered } }));
    expect(run.states.slice(6, 11)).toEqual([
      "GiveBackToAsk",
      "AskUser",
      "RouteAnswer",
      "AcquireDevice",
      "SetUpDevice",
    ]);
    expect(bodies(run, "acquire").map(({ acquisition }) => acquisition)).toEqual([1, 2]);
    expect(stepsOf(run)).toEqual([1, 2, 3]);
  });

  it("that nobody answers in time ends its wait, and the job goes on", async () => {
    const run = await runJob(routing([ask(true)], { functions: { OpenCallback: () => ({ opened: true }) } }));
    expect(run.status).toBe("SUCCEEDED");
    expect(run.seconds).toBeGreaterThanOrEqual(86_400);
    expect(stepsOf(run)).toEqual([1, 2, 3]);
  });
});

const stand = (hold: boolean): Sent => ({
  ...{ route: "stand", callbackId: "pause", timeoutSeconds: 300, hold, nextStepNumber: 1, standId: "k1" },
});

describe("a pause", () => {
  it("keeps the device and comes back to the same turn with a fresh look", async () => {
    const run = await runJob(routing([stand(true)], { functions: { OpenCallback: () => answered } }));
    expect(run.states.slice(5, 10)).toEqual([
      "RouteAction",
      "AskUser",
      "RouteAnswer",
      "SetUpDevice",
      "PredictAction",
    ]);
    expect(bodies(run, "OpenCallback")[0]).toMatchObject({ kind: "pause", id: "pause" });
    const looks = bodies(run, "setUp").map(({ commandId }) => commandId);
    expect(new Set(looks).size).toBe(2);
    expect(bodies(run, "setUp")[1]).toMatchObject({ precheck: false });
    expect(stepsOf(run)).toEqual([1, 1, 2, 3]);
  });

  it("without its device takes another when it is over", async () => {
    const run = await runJob(routing([stand(false)], { functions: { OpenCallback: () => answered } }));
    expect(run.states.slice(6, 11)).toEqual([
      "GiveBackToAsk",
      "AskUser",
      "RouteAnswer",
      "AcquireDevice",
      "SetUpDevice",
    ]);
    expect(stepsOf(run)).toEqual([1, 1, 2, 3]);
  });

  it("that holds its device for too long comes back to the turn, which gives it back", async () => {
    const run = await runJob(
      routing([stand(true), stand(false)], {
        functions: { OpenCallback: (_, call) => (call === 1 ? { opened: true } : answered) },
      }),
    );
    expect(run.seconds).toBeGreaterThanOrEqual(300);
    expect(run.states).toContain("GiveBackToAsk");
    expect(run.status).toBe("SUCCEEDED");
  });

  it("of a job that waits for a device keeps none, and it is asked for again afterwards", async () => {
    const world = routing([], { functions: { OpenCallback: () => answered } });
    const { acquire } = world.commands;
    const run = await runJob({
      ...world,
      commands: {
        ...world.commands,
        acquire: (command, call) => (call === 1 ? named("JobPaused") : acquire?.(command, call)),
      },
    });
    expect(run.states.slice(2, 7)).toEqual([
      "AcquireDevice",
      "AskUser",
      "RouteAnswer",
      "AcquireDevice",
      "SetUpDevice",
    ]);
    expect(bodies(run, "acquire").map(({ acquisition }) => acquisition)).toEqual([1, 2]);
    expect(run.status).toBe("SUCCEEDED");
  });
});

describe("a tool", () => {
  it("is called, and its step is over", async () => {
    const run = await runJob(
      routing([{ route: "callTool", stepNumber: 1, nextStepNumber: 2 }], {
        functions: { CallTool: () => ({ ok: true }) },
      }),
    );
    expect(bodies(run, "CallTool")).toMatchObject([{ stepNumber: 1 }]);
    expect(stepsOf(run)).toEqual([1, 2, 3]);
  });

  it("is not called again when it may have been", async () => {
    const run = await runJob(
      routing([{ route: "callTool", stepNumber: 1, nextStepNumber: 2 }], {
        functions: {
          CallTool: () => {
            throw named("Lambda.Unknown");
          },
        },
      }),
    );
    expect(bodies(run, "CallTool")).toHaveLength(1);
    expect(bodies(run, "PredictAction")[1]).toMatchObject({
      stepNumber: 2,
      failedHelpers: { CallTool: "Lambda.Unknown" },
    });
  });
});

describe("the caller's own checks", () => {
  const end = { reason: "claimed", detail: "" };
  const awaitChecks = { route: "awaitChecks", checksId: "v1", timeoutSeconds: 600, end };

  it("are waited for before the device is judged", async () => {
    const run = await runJob(routing([awaitChecks], { functions: { OpenCallback: () => answered } }));
    expect(run.states.slice(6)).toEqual(["AwaitChecks", "JudgeOutcome", "ReleaseDevice", "FinishJob"]);
    expect(run.output).toMatchObject({ end, verdict: "passed" });
  });

  it("that do not come in time leave the rest to the judgement", async () => {
    const run = await runJob(routing([awaitChecks], { functions: { OpenCallback: () => ({}) } }));
    expect(run.states.slice(6)).toEqual(["AwaitChecks", "JudgeOutcome", "ReleaseDevice", "FinishJob"]);
    expect(run.output).toMatchObject({ end });
  });
});
