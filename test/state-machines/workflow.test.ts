import { describe, expect, it } from "vitest";
import { workingWorld } from "./job-scripts.ts";
import { bodies, type FunctionScript, named, runJob, type World } from "./job-world.ts";
import type { Sent } from "./read-executions.ts";

/** A workflow whose parts are these jobs, one after the other as long as each of them succeeds. */
function worldOf(
  parts: readonly string[],
  changes: { functions?: Record<string, FunctionScript>; commands?: World["commands"] } = {},
): World {
  const prepared = workingWorld().functions.PrepareJob;
  const failed = new Set<unknown>();
  return workingWorld({
    ...changes,
    functions: {
      DecomposeTask: (payload, call) => prepared?.(payload, call),
      NextSubtask: ({ ended }) => {
        if (ended !== null && failed.has(ended.jobId)) return { route: "release" };
        const next = parts[ended === null ? 0 : parts.indexOf(ended.jobId) + 1];
        return next === undefined ? { route: "judge" } : { route: "run", jobId: next };
      },
      FinishWorkflow: ({ verdict, clean, failure }) => ({ verdict, clean, failure }),
      FinishJob: ({ jobId, end }) => {
        if (end.claim?.status !== "success") failed.add(jobId);
        return { jobId, end };
      },
      ...changes.functions,
    },
  });
}
const run = (world: World) => runJob(world, undefined, { machine: "workflow" });

describe("a workflow", () => {
  it("[spec A1] runs its parts one at a time, each a job of its own, the next when the last has ended", async () => {
    const ran = await run(worldOf(["part-1", "part-2", "part-3"]));
    expect(ran.states).toEqual([
      "DecomposeTask",
      "AcquireDevice",
      "SetUpDevice",
      "NextSubtask",
      ...Array(3).fill(["RouteSubtask", "RunSubtask", "NextSubtask"]).flat(),
      "RouteSubtask",
      "JudgeOutcome",
      "ReleaseDevice",
      "FinishWorkflow",
    ]);
    expect(ran.executions.map(({ machine, name, status }) => [machine, name, status])).toEqual([
      ["job", "part-1", "SUCCEEDED"],
      ["job", "part-2", "SUCCEEDED"],
      ["job", "part-3", "SUCCEEDED"],
      ["workflow", "j", "SUCCEEDED"],
    ]);
    const order = ran.sent.filter(({ to }) => to === "PrepareJob" || to === "FinishJob");
    expect(order.map(({ to, body }) => `${to} ${body.jobId}`)).toEqual(
      ["part-1", "part-2", "part-3"].flatMap((part) => [`PrepareJob ${part}`, `FinishJob ${part}`]),
    );
    expect(ran.output).toEqual({ verdict: "passed", clean: true, failure: null });
  });

  it("takes one device for all of its parts, lends it to each, and gives it back once", async () => {
    const ran = await run(worldOf(["part-1", "part-2"]));
    expect(bodies(ran, "acquire")).toHaveLength(1);
    expect(bodies(ran, "release").map(({ jobId, lent = false }) => [jobId, lent])).toEqual([
      ["part-1", true],
      ["part-2", true],
      [ran.input.jobId, false],
    ]);
    const epochs = ran.sent.flatMap(({ body }) => body.epoch ?? []);
    expect(new Set(epochs)).toEqual(new Set([1]));
  });

  it("[spec G4] ends with the part that did not succeed: the next is not begun, and nothing is judged", async () => {
    const { functions } = workingWorld();
    const ran = await run(
      worldOf(["part-1", "part-2", "part-3"], {
        functions: {
          PredictAction: (payload, call) =>
            payload.jobId === "part-2"
              ? { route: "judge", end: { reason: "stuck", detail: "" } }
              : functions.PredictAction?.(payload, call),
        },
      }),
    );
    expect(ran.executions.map(({ name }) => name)).toEqual(["part-1", "part-2", "j"]);
    expect(ran.states.slice(-3)).toEqual(["RouteSubtask", "ReleaseDevice", "FinishWorkflow"]);
  });

  it("hears of a part whose execution broke off", async () => {
    const ran = await run(
      worldOf(["part-1"], {
        functions: {
          FinishJob: () => {
            throw named("StorageUnavailable");
          },
          NextSubtask: ({ ended }) =>
            ended === null ? { route: "run", jobId: "part-1" } : { route: "release" },
        },
      }),
    );
    expect(bodies(ran, "NextSubtask").at(-1)?.ended).toEqual({ jobId: "part-1", error: "States.TaskFailed" });
    expect(ran.states.at(-1)).toBe("FinishWorkflow");
  });

  it.each<[string, Sent, readonly string[]]>([
    ["no device comes free", { acquire: () => named("QueueTimeout") }, ["RouteFailure", "FinishWorkflow"]],
    [
      "its device cannot be set up",
      { setUp: () => named("DeviceDisconnected") },
      ["RouteFailure", "ReleaseDevice", "FinishWorkflow"],
    ],
    [
      "it cannot be judged",
      { judge: () => named("DeviceDisconnected") },
      ["RouteFailure", "ReleaseDevice", "FinishWorkflow"],
    ],
  ])("ends and says where when %s", async (_what, commands, end) => {
    const ran = await run(worldOf([], { commands: commands as World["commands"] }));
    expect(ran.states.slice(-end.length)).toEqual(end);
    expect(bodies(ran, "FinishWorkflow")[0]?.failure).toMatchObject({
      state: expect.any(String),
      error: expect.any(String),
    });
  });

  it.each([
    ["storage fails for a moment", "StorageUnavailable", 4, 15],
    ["the model's allowance is used up", "AllowanceUsed", 30, 30 * 60],
  ])("is decomposed once %s no more", async (_when, error, times, seconds) => {
    const ran = await run(
      worldOf(["part-1"], {
        functions: {
          DecomposeTask: (payload, call) => {
            if (call <= times) throw named(error);
            return workingWorld().functions.PrepareJob?.(payload, call);
          },
        },
      }),
    );
    expect(ran.output).toEqual({ verdict: "passed", clean: true, failure: null });
    expect(bodies(ran, "DecomposeTask")).toHaveLength(times + 1);
    // With pauses that grow, and no device that waits with it.
    expect(ran.seconds).toBeGreaterThan(times);
    expect(ran.seconds).toBeLessThanOrEqual(seconds);
    expect(bodies(ran, "acquire")).toHaveLength(1);
  });

  it("is given up when storage does not come back, without a device", async () => {
    const ran = await run(
      worldOf([], {
        functions: {
          DecomposeTask: () => {
            throw named("StorageUnavailable");
          },
        },
      }),
    );
    expect(bodies(ran, "DecomposeTask")).toHaveLength(5);
    expect(bodies(ran, "FinishWorkflow")[0]?.failure).toMatchObject({ error: "StorageUnavailable" });
    expect(bodies(ran, "acquire")).toEqual([]);
  });

  it("that cannot be decomposed takes no device", async () => {
    const ran = await run(
      worldOf([], {
        functions: {
          DecomposeTask: () => {
            throw named("JobCancelled");
          },
        },
      }),
    );
    expect(ran.states).toEqual(["DecomposeTask", "RouteFailure", "FinishWorkflow"]);
    expect(bodies(ran, "acquire")).toEqual([]);
  });
});

describe("a workflow in a split screen", () => {
  const apps = { first: "com.android.settings", second: "com.android.deskclock" };
  const both = { first: "in-first", second: "in-second" };
  const windowsOf = (
    changes: { functions?: Record<string, FunctionScript>; commands?: World["commands"] } = {},
  ) =>
    worldOf([], {
      commands: { splitScreen: () => ({ areas: null }), ...changes.commands },
      functions: {
        NextSubtask: ({ split, windows }) => {
          if (windows !== undefined) return { route: "judge" };
          return split ? { route: "windows", ...both } : { route: "split", apps };
        },
        ...changes.functions,
      },
    });

  it("[spec R10] puts two apps side by side on its one device and runs a job in each at once", async () => {
    const ran = await run(windowsOf());
    expect(ran.states.filter((name) => !/Window(Ended)?$/.test(name))).toEqual([
      "DecomposeTask",
      "AcquireDevice",
      "SetUpDevice",
      "NextSubtask",
      "RouteSubtask",
      "SplitScreen",
      "NextSubtask",
      "RouteSubtask",
      "RunWindows",
      "JoinWindows",
      "RouteSubtask",
      "JudgeOutcome",
      "ReleaseDevice",
      "FinishWorkflow",
    ]);
    expect(bodies(ran, "splitScreen")).toMatchObject([{ jobId: ran.input.jobId, epoch: 1, apps }]);
    expect(bodies(ran, "acquire")).toHaveLength(1);
    const children = ran.executions.filter(({ machine }) => machine === "job");
    expect(children.map(({ name, status }) => `${name} ${status}`).sort()).toEqual([
      "in-first SUCCEEDED",
      "in-second SUCCEEDED",
    ]);
    for (const { input } of children) expect(input.lease).toMatchObject({ deviceId: "h.d1", epoch: 1 });
    const order = ran.sent.filter(({ to }) => to === "PrepareJob" || to === "FinishJob").map(({ to }) => to);
    expect(order, "both begin before either ends").toEqual([
      "PrepareJob",
      "PrepareJob",
      "FinishJob",
      "FinishJob",
    ]);
    expect(bodies(ran, "NextSubtask").at(-1)?.windows).toEqual({
      first: { jobId: "in-first", error: null },
      second: { jobId: "in-second", error: null },
    });
    expect(ran.output).toEqual({ verdict: "passed", clean: true, failure: null });
  });

  it("[spec R10] lets the other window's job come to its own end when one's breaks off, and hears of both", async () => {
    const ran = await run(
      windowsOf({
        functions: {
          FinishJob: ({ jobId, end }) => {
            if (jobId === "in-first") throw named("StorageUnavailable");
            return { jobId, end };
          },
          NextSubtask: ({ split, windows }) => {
            if (windows !== undefined) return { route: "release" };
            return split ? { route: "windows", ...both } : { route: "split", apps };
          },
        },
      }),
    );
    const ends = ran.executions.map(({ name, status }) => `${name} ${status}`);
    expect(ends).toEqual(expect.arrayContaining(["in-first FAILED", "in-second SUCCEEDED", "j SUCCEEDED"]));
    expect(bodies(ran, "NextSubtask").at(-1)?.windows).toEqual({
      first: { jobId: "in-first", error: "States.TaskFailed" },
      second: { jobId: "in-second", error: null },
    });
    expect(ran.states.slice(-4)).toEqual(["JoinWindows", "RouteSubtask", "ReleaseDevice", "FinishWorkflow"]);
  });

  it("begins no job when the screen cannot be split, and says so", async () => {
    const ran = await run(windowsOf({ commands: { splitScreen: () => named("DeviceUnsupported") } }));
    expect(ran.states.slice(-4)).toEqual(["SplitScreen", "RouteFailure", "ReleaseDevice", "FinishWorkflow"]);
    expect(ran.executions).toHaveLength(1);
    expect(bodies(ran, "FinishWorkflow")[0]?.failure).toMatchObject({
      state: "SplitScreen",
      error: "DeviceUnsupported",
    });
  });

  it("tries to split the screen again when the device was too slow", async () => {
    const ran = await run(
      windowsOf({
        commands: {
          splitScreen: (_command, call) => (call === 1 ? named("DeviceTimeout") : { areas: null }),
        },
      }),
    );
    const ids = bodies(ran, "splitScreen").map(({ commandId }) => commandId);
    expect(new Set(ids).size).toBe(2);
    expect(ran.states.at(-1)).toBe("FinishWorkflow");
    expect(ran.executions).toHaveLength(3);
  });
});
