import { describe, expect, it } from "vitest";
import { workingWorld } from "./job-scripts.ts";
import { bodies, cancelled, named, runJob, silence } from "./job-world.ts";

describe("the job state machine, when something fails", () => {
  it.each([
    ["PredictAction", "StorageUnavailable"],
    ["PredictAction", "Lambda.TooManyRequestsException"],
    // Its process ended, for instance without memory; its time was over.
    ["PrepareJob", "Runtime.ExitError"],
    ["VerifyStep", "Sandbox.Timedout"],
    ["PrepareJob", "StorageUnavailable"],
    ["VerifyStep", "StorageUnavailable"],
    ["FinishJob", "InternalError"],
  ])("retries %s after %s and goes on", async (name, error) => {
    const world = workingWorld();
    const works = world.functions[name];
    const run = await runJob(
      workingWorld({
        functions: {
          [name]: (payload, call) => {
            if (call === 1) throw named(error);
            return works?.(payload, call);
          },
        },
      }),
    );
    expect(run).toMatchObject({ status: "SUCCEEDED", output: { verdict: "passed", recoveries: 0 } });
    expect(run.states).not.toContain("MapError");
  });

  it.each(["setUp", "judge", "release"])(
    "sends %s again under a new command id when the device was slow",
    async (kind) => {
      const works = workingWorld().commands[kind];
      const run = await runJob(
        workingWorld({
          commands: {
            [kind]: (command, call) => (call === 1 ? named("DeviceTimeout") : works?.(command, call)),
          },
        }),
      );
      expect(run.output).toMatchObject({ verdict: "passed", clean: true });
      expect(new Set(bodies(run, kind).map((command) => command.commandId)).size).toBe(2);
    },
  );

  it("never sends an action twice: a failed perform goes to MapError at once", async () => {
    const run = await runJob(workingWorld({ commands: { perform: () => named("DeviceTimeout") } }));
    expect(bodies(run, "perform")).toHaveLength(1);
    expect(bodies(run, "MapError")).toMatchObject([
      { stateName: "PerformAction", errorOutput: { Error: "DeviceTimeout" }, lease: { epoch: 1 } },
    ]);
  });

  it.each(["PrepareJob", "PredictAction"])("[spec I5.4] maps an error of the function %s", async (name) => {
    const run = await runJob(
      workingWorld({
        functions: {
          [name]: () => {
            throw named("SchemaMismatch", "no");
          },
          MapError: ({ lease }) => ({
            route: lease ? "release" : "finish",
            end: { reason: "infrastructure", detail: "" },
          }),
        },
      }),
    );
    expect(bodies(run, "MapError")).toMatchObject([
      { stateName: name, errorOutput: { Error: "SchemaMismatch" } },
    ]);
    expect(run).toMatchObject({ status: "SUCCEEDED", output: { end: { reason: "infrastructure" } } });
    expect(run.states.includes("ReleaseDevice")).toBe(name !== "PrepareJob");
  });

  it("leaves a step whose verification failed to the next turn", async () => {
    const run = await runJob(
      workingWorld({
        functions: {
          VerifyStep: () => {
            throw named("SchemaMismatch", "no");
          },
        },
      }),
    );
    expect(run).toMatchObject({ status: "SUCCEEDED", output: { verdict: "passed" } });
    expect(run.states).not.toContain("MapError");
    expect(bodies(run, "PredictAction").map(({ stepNumber, finding }) => [stepNumber, finding])).toEqual([
      [1, null],
      [2, null],
      [3, null],
    ]);
    expect(bodies(run, "PredictAction").at(-1)?.observation.treeHash).toBe("after 2");
  });

  it.each(["setUp", "judge"])(
    "maps an error of the command %s and still releases the device",
    async (kind) => {
      const run = await runJob(workingWorld({ commands: { [kind]: () => named("DeviceDisconnected") } }));
      expect(bodies(run, "MapError")).toHaveLength(1);
      expect(run.states.slice(-2)).toEqual(["ReleaseDevice", "FinishJob"]);
    },
  );

  it("[fault D6] notices by its silence that a host died, and goes on with another device", async () => {
    const run = await runJob(
      workingWorld({
        commands: {
          perform: ({ stepNumber, epoch }) =>
            epoch === 1 ? silence : { outcome: {}, observation: { treeHash: `s${stepNumber}` } },
        },
        functions: {
          MapError: ({ recoveries, stepNumber, acquisition }) => ({
            route: "reacquire",
            recoveries: recoveries + 1,
            stepNumber: stepNumber + 1,
            acquisition: acquisition + 1,
          }),
        },
      }),
    );
    expect(bodies(run, "MapError")).toMatchObject([{ errorOutput: { Error: "States.Timeout" } }]);
    expect(bodies(run, "acquire").map((command) => command.acquisition)).toEqual([1, 2]);
    expect(bodies(run, "setUp").map((command) => command.precheck)).toEqual([true, false]);
    expect(run.output).toMatchObject({ recoveries: 1, verdict: "passed" });
  });

  it("looks again on the same device when MapError says observe", async () => {
    const run = await runJob(
      workingWorld({
        commands: {
          perform: ({ stepNumber }, call) =>
            call === 1 ? named("TreeCorrupt") : { outcome: {}, observation: { treeHash: `s${stepNumber}` } },
        },
        functions: {
          MapError: ({ recoveries, stepNumber }) => ({
            route: "observe",
            recoveries: recoveries + 1,
            stepNumber: stepNumber + 1,
          }),
        },
      }),
    );
    expect(bodies(run, "acquire")).toHaveLength(1);
    expect(bodies(run, "setUp").map((command) => command.epoch)).toEqual([1, 1]);
    expect(run.output).toMatchObject({ recoveries: 1 });
  });

  it("gives up waiting for a device after queueSeconds", async () => {
    const run = await runJob(
      workingWorld({
        commands: { acquire: () => silence },
        functions: {
          MapError: () => ({ route: "finish", end: { reason: "infrastructure", detail: "no device" } }),
        },
      }),
    );
    expect(bodies(run, "MapError")).toMatchObject([
      { stateName: "AcquireDevice", errorOutput: { Error: "States.Timeout" }, lease: null },
    ]);
    expect(run.states.at(-1)).toBe("FinishJob");
  });

  it("ends at once when it is cancelled while it waits for its second device", async () => {
    const run = await runJob(
      workingWorld({
        commands: {
          acquire: (_command, call) =>
            call === 1
              ? {
                  deviceId: "h.d1",
                  hostId: "h",
                  epoch: 1,
                  commandQueueUrl: "http://127.0.0.1/000000000000/host",
                }
              : cancelled,
          perform: () => named("DeviceDisconnected"),
        },
        functions: {
          MapError: ({ recoveries, stepNumber, acquisition }) => ({
            route: "reacquire",
            recoveries: recoveries + 1,
            stepNumber: stepNumber + 1,
            acquisition: acquisition + 1,
          }),
        },
      }),
    );
    expect(bodies(run, "acquire").map((command) => command.acquisition)).toEqual([1, 2]);
    expect([run.status, run.states.at(-1)]).toEqual(["ABORTED", "AcquireDevice"]);
    expect(run.seconds).toBeLessThan(60);
  });

  it("finishes the job although the device could not be released", async () => {
    const run = await runJob(workingWorld({ commands: { release: () => named("DeviceNotClean") } }));
    expect(run).toMatchObject({ status: "SUCCEEDED", output: { verdict: "passed", clean: false } });
  });

  it("ends honestly when even the error cannot be mapped", async () => {
    const broken = (): never => {
      throw named("InternalError");
    };
    const run = await runJob(workingWorld({ functions: { PredictAction: broken, MapError: broken } }));
    expect(run).toMatchObject({
      status: "SUCCEEDED",
      output: { end: { reason: "infrastructure" }, clean: true },
    });
  });

  it("fails the execution, saying why, when the outcome cannot be written", async () => {
    const run = await runJob(
      workingWorld({
        functions: {
          FinishJob: () => {
            throw named("StorageUnavailable", "S3 is gone");
          },
        },
      }),
    );
    expect(run.status).toBe("FAILED");
    expect(run.events.at(-1)?.executionFailedEventDetails).toMatchObject({
      error: "StorageUnavailable",
      cause: expect.stringContaining("S3 is gone"),
    });
  });
});
