import { describe, expect, it } from "vitest";
import { workingWorld } from "./job-scripts.ts";
import {
  answered,
  bodies,
  type CommandScript,
  type FunctionScript,
  named,
  runJob,
  silence,
} from "./job-world.ts";
import type { Sent } from "./read-executions.ts";

const run: Sent = { route: "run", roleJobIds: ["caller-job", "callee-job"], seconds: 0, looks: 0 };

/** A task of two roles whose jobs work; `begun` is what its turn to gather devices comes to. */
function worldOf(
  changes: { functions?: Record<string, FunctionScript>; commands?: Record<string, CommandScript> } = {},
) {
  return workingWorld({
    ...changes,
    functions: {
      BeginRoles: () => run,
      SettleRole: () => ({ outcome: "succeeded" }),
      FinishRoles: ({ failure }) => ({ failure }),
      ...changes.functions,
    },
  });
}
const runRoles = (world: ReturnType<typeof worldOf>) => runJob(world, undefined, { machine: "roles" });

describe("a task with roles", () => {
  it("runs a job for each role at once, each on a device of its own, and joins what came of them", async () => {
    const ran = await runRoles(worldOf());
    expect(ran.status).toBe("SUCCEEDED");
    expect(ran.states.filter((state) => !/Role$|^RoleEnded$/.test(state))).toEqual([
      "BeginRoles",
      "RouteTurn",
      "RunRoles",
      "FinishRoles",
    ]);
    expect(ran.executions.map(({ machine, name, status }) => [machine, name, status]).sort()).toEqual([
      ["job", "callee-job", "SUCCEEDED"],
      ["job", "caller-job", "SUCCEEDED"],
      ["roles", "j", "SUCCEEDED"],
    ]);
    expect(
      bodies(ran, "acquire")
        .map(({ jobId }) => jobId)
        .sort(),
    ).toEqual(["callee-job", "caller-job"]);
    expect(bodies(ran, "release").every(({ lent }) => lent === false)).toBe(true);
    const settled = bodies(ran, "SettleRole").map(({ roleJobId, error, jobId }) => [roleJobId, error, jobId]);
    expect(settled.sort()).toEqual([
      ["callee-job", null, ran.input.jobId],
      ["caller-job", null, ran.input.jobId],
    ]);
    expect(ran.output).toEqual({ failure: null });
  });

  it("waits for its turn to gather devices, and holds none meanwhile", async () => {
    const wait = (looks: number): Sent => ({ route: "wait", roleJobIds: [], seconds: 30, looks });
    const ran = await runRoles(
      worldOf({ functions: { BeginRoles: ({ looks }) => (looks < 3 ? wait(looks + 1) : run) } }),
    );
    expect(bodies(ran, "BeginRoles").map(({ looks }) => looks)).toEqual([0, 1, 2, 3]);
    expect(ran.seconds).toBeGreaterThanOrEqual(90);
    const acquired = ran.sent.findIndex(({ to }) => to === "acquire");
    expect(ran.sent.slice(0, acquired).filter(({ to }) => to === "BeginRoles")).toHaveLength(4);
    expect(ran.status).toBe("SUCCEEDED");
  });

  it("retries what storage or Lambda lost, and ends with the error of what cannot be begun", async () => {
    const passing = await runRoles(
      worldOf({
        functions: {
          BeginRoles: (_payload, call) => {
            if (call < 3) throw named("StorageUnavailable");
            return run;
          },
        },
      }),
    );
    expect(passing.output).toEqual({ failure: null });
    const lasting = await runRoles(
      worldOf({
        functions: {
          BeginRoles: () => {
            throw named("GatheringTimeout", "too late");
          },
        },
      }),
    );
    expect(lasting.output).toMatchObject({ failure: { state: "BeginRoles", error: "GatheringTimeout" } });
    expect(bodies(lasting, "acquire")).toEqual([]);
  });

  it("notes of each role that its execution broke off, and joins them all the same", async () => {
    const ran = await runRoles(
      worldOf({
        functions: {
          FinishJob: () => {
            throw named("StorageUnavailable");
          },
        },
      }),
    );
    const errors = bodies(ran, "SettleRole").map(({ roleJobId, error }) => [roleJobId, error]);
    expect(errors.sort()).toEqual([
      ["callee-job", "States.TaskFailed"],
      ["caller-job", "States.TaskFailed"],
    ]);
    expect(ran.output).toEqual({ failure: null });
  });

  it("settles a role again and again before it goes on without", async () => {
    const ran = await runRoles(
      worldOf({
        functions: {
          SettleRole: () => {
            throw named("StorageUnavailable");
          },
        },
      }),
    );
    expect(bodies(ran, "SettleRole")).toHaveLength(2 * 7);
    expect(ran.status).toBe("SUCCEEDED");
  });

  it("stays open when its end cannot be written", async () => {
    const ran = await runRoles(
      worldOf({
        functions: {
          FinishRoles: () => {
            throw named("StorageUnavailable", "away");
          },
        },
      }),
    );
    expect(bodies(ran, "FinishRoles")).toHaveLength(7);
    expect([ran.status, ran.states.at(-1)]).toEqual(["FAILED", "RolesUnfinished"]);
  });
});

describe("the wait of a role for the others", () => {
  const awaits = (look: boolean): Sent => ({
    route: "awaitRoles",
    callbackId: look ? "entry-1" : "gather",
    timeoutSeconds: 120,
    look,
    stepNumber: 1,
    nextStepNumber: look ? 2 : 1,
    commandId: "j-1-look",
    deadlineSeconds: 30,
    actions: [],
  });
  const waiting = (look: boolean, OpenCallback: FunctionScript) => {
    const { functions } = workingWorld();
    const PredictAction: FunctionScript = (payload, call) =>
      call === 1 ? awaits(look) : functions.PredictAction?.(payload, call);
    return workingWorld({ functions: { PredictAction, OpenCallback } });
  };

  it("is no step and asks the same turn again, when it is for their devices or their end", async () => {
    const ran = await runJob(waiting(false, () => answered));
    expect(ran.states.slice(4, 9)).toEqual([
      "PredictAction",
      "RouteAction",
      "AwaitRoles",
      "RouteRoles",
      "PredictAction",
    ]);
    expect(bodies(ran, "PredictAction").map(({ stepNumber }) => stepNumber)).toEqual([1, 1, 2, 3]);
    expect(bodies(ran, "OpenCallback")).toMatchObject([{ kind: "roles", id: "gather", timeoutSeconds: 120 }]);
    expect(ran.status).toBe("SUCCEEDED");
  });

  it("is followed by a look at the screen, when it was a step", async () => {
    const ran = await runJob(waiting(true, () => answered));
    expect(ran.states.slice(6, 11)).toEqual([
      "AwaitRoles",
      "RouteRoles",
      "PerformAction",
      "VerifyStep",
      "PredictAction",
    ]);
    expect(bodies(ran, "perform")[0]).toMatchObject({ commandId: "j-1-look", stepNumber: 1, actions: [] });
    expect(bodies(ran, "PredictAction")[1]).toMatchObject({ stepNumber: 2 });
  });

  it("ends by itself in its time, and the agent's turn is told so", async () => {
    const ran = await runJob(waiting(false, () => ({ opened: true })));
    expect(ran.seconds).toBeGreaterThanOrEqual(120);
    expect(bodies(ran, "PredictAction")[1]?.failedHelpers).toEqual({ AwaitRoles: "States.Timeout" });
    expect(ran.status).toBe("SUCCEEDED");
  });

  it("is opened again when storage was away", async () => {
    const ran = await runJob(
      waiting(false, (_payload, call) => {
        if (call < 3) throw named("StorageUnavailable");
        return answered;
      }),
    );
    expect(bodies(ran, "OpenCallback")).toHaveLength(3);
    expect(bodies(ran, "PredictAction")[1]?.failedHelpers).toEqual({});
  });

  it("ends with the execution of one whose device never comes", async () => {
    const ran = await runRoles(worldOf({ commands: { acquire: () => silence } }));
    expect(bodies(ran, "SettleRole")).toHaveLength(2);
    expect(ran.status).toBe("SUCCEEDED");
  });
});
