import { describe, expect, it } from "vitest";
import { workingWorld } from "./job-scripts.ts";
import { AnsweredWith, bodies, type FunctionScript, named, runJob } from "./job-world.ts";
import type { Sent } from "./read-executions.ts";

const awaitTurn: Sent = {
  route: "awaitTurn",
  turnId: "01JD0000000000000000000001",
  callbackId: "turn-01jd0000000000000000000001",
  timeoutSeconds: 120,
  agent: "mine",
  pool: "default",
  worker: null,
};
const perform: Sent = {
  route: "perform",
  stepNumber: 1,
  commandId: "c1",
  deadlineSeconds: 40,
  actions: [{ action: "tap" }],
};
const silent: Sent = { route: "judge", end: { reason: "agentSilent", detail: "" } };

/** Opens turns at the first calls; what PredictAction says after them is what a working job says. */
function turns(OpenCallback: FunctionScript, after: readonly Sent[] = []) {
  const { functions } = workingWorld();
  const PredictAction: FunctionScript = (payload, call) =>
    [awaitTurn, ...after][call - 1] ?? functions.PredictAction?.(payload, call);
  return workingWorld({ functions: { PredictAction, OpenCallback } });
}

describe("a session that has lost its device", () => {
  const stand: Sent = {
    route: "stand",
    callbackId: "lost",
    timeoutSeconds: 180,
    hold: false,
    nextStepNumber: 1,
    standId: "a",
  };
  const gone: Sent = { route: "finish", end: { reason: "infrastructure", detail: "" } };
  /** The device is lost while the first turn is taken; `then`: what PredictAction says after it. */
  const losing = (OpenCallback: FunctionScript, then: readonly Sent[]) => {
    const { functions } = workingWorld();
    const PredictAction: FunctionScript = (payload, call) => {
      if (call === 1) throw named("LeaseLost");
      return then[call - 2] ?? functions.PredictAction?.(payload, call);
    };
    const MapError: FunctionScript = () => ({ route: "lost", stepNumber: 1 });
    return workingWorld({ functions: { OpenCallback, MapError, PredictAction } });
  };

  it("[fault A24] waits without one, and gets another when its user goes on", async () => {
    const run = await runJob(
      losing(() => new AnsweredWith({ cancelled: false }), [stand, { route: "acquire" }]),
    );
    expect(run.status).toBe("SUCCEEDED");
    expect(run.states.slice(4, 14)).toEqual([
      ...[
        "PredictAction",
        "MapError",
        "RouteError",
        "PredictAction",
        "RouteAction",
        "AskUser",
        "RouteAnswer",
      ],
      ...["PredictAction", "RouteAction", "AcquireDevice"],
    ]);
    expect(bodies(run, "OpenCallback")).toMatchObject([{ kind: "lost", id: "lost", timeoutSeconds: 180 }]);
    expect(bodies(run, "PredictAction")[1]).toMatchObject({ observation: null });
    expect(bodies(run, "acquire").map(({ acquisition }) => acquisition)).toEqual([1, 2]);
    expect(bodies(run, "release")).toHaveLength(1);
  });

  it("[fault A24] ends without a device when nobody does", async () => {
    const run = await runJob(losing(() => ({ opened: true }), [stand, gone]));
    expect(run.output).toMatchObject({ end: { reason: "infrastructure" } });
    expect(run.seconds).toBeGreaterThanOrEqual(180);
    expect(bodies(run, "acquire")).toHaveLength(1);
  });
});

describe("a turn of an agent outside of the farm", () => {
  it("[spec I1.2] is waited for, and what the agent chose is routed as PredictAction's own answer", async () => {
    const run = await runJob(turns(() => new AnsweredWith(perform)));
    expect(run.status).toBe("SUCCEEDED");
    expect(run.states.slice(4, 10)).toEqual([
      "PredictAction",
      "RouteAction",
      "AwaitTurn",
      "RouteAction",
      "PerformAction",
      "VerifyStep",
    ]);
    expect(bodies(run, "perform")[0]).toMatchObject({ stepNumber: 1, actions: [{ action: "tap" }] });
    expect(bodies(run, "OpenCallback")).toMatchObject([
      {
        kind: "turn",
        id: awaitTurn.callbackId,
        timeoutSeconds: 120,
        turn: {
          turnId: awaitTurn.turnId,
          agent: "mine",
          pool: "default",
          worker: null,
          input: { stepNumber: 1, observation: { treeHash: "start" }, failedHelpers: {} },
        },
      },
    ]);
  });

  it("that ends the loop is judged", async () => {
    const end = { reason: "claimed", detail: "", claim: { status: "success" } };
    const run = await runJob(turns(() => new AnsweredWith({ route: "judge", end })));
    expect(run.output).toMatchObject({ end, verdict: "passed" });
  });

  it("that nobody takes goes back to PredictAction, which is told so and ends the loop", async () => {
    const run = await runJob(turns(() => ({ opened: true }), [silent]));
    expect(run.output).toMatchObject({ end: { reason: "agentSilent" } });
    expect(run.seconds).toBeGreaterThanOrEqual(120);
    expect(run.seconds).toBeLessThan(190);
    expect(bodies(run, "PredictAction")[1]).toMatchObject({
      stepNumber: 1,
      failedHelpers: { AwaitTurn: "States.Timeout" },
    });
  });

  it("that nobody wants any more comes again at once", async () => {
    const cancelled: Sent = { route: "release", end: { reason: "cancelled", detail: "" } };
    const run = await runJob(turns(() => new AnsweredWith({ route: "predict" }), [cancelled]));
    expect(run.output).toMatchObject({ end: { reason: "cancelled" } });
    expect(run.states.slice(6, 10)).toEqual(["AwaitTurn", "RouteAction", "PredictAction", "RouteAction"]);
  });

  it("is opened again when its function broke off", async () => {
    const run = await runJob(
      turns((_payload, call) => {
        if (call === 1) throw named("StorageUnavailable");
        return new AnsweredWith(perform);
      }),
    );
    expect(run.status).toBe("SUCCEEDED");
    expect(bodies(run, "OpenCallback")).toHaveLength(2);
  });

  it("that cannot be opened goes back to PredictAction with the error's name", async () => {
    const broken: Sent = { route: "release", end: { reason: "infrastructure", detail: "" } };
    const run = await runJob(
      turns(() => {
        throw named("SchemaMismatch");
      }, [broken]),
    );
    expect(bodies(run, "PredictAction")[1]?.failedHelpers).toEqual({ AwaitTurn: "SchemaMismatch" });
  });
});
