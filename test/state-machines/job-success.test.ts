import { describe, expect, it } from "vitest";
import { stepsOfAnExecution } from "#agent/turn-state/next-execution.ts";
import { JobLimits } from "#shared/contracts/job/job-request.ts";
import { workingWorld } from "./job-scripts.ts";
import { bodies, type FunctionScript, type JobRun, named, runJob } from "./job-world.ts";

const turn = ["PredictAction", "RouteAction", "PerformAction", "VerifyStep"];
/** A turn that only looks whether the job is still to wait. */
const eventsOfLook = 9;
/** Giving a device back, asking for a word, acquiring and setting up another. */
const eventsOfDevice = 40;
const ending = ["JudgeOutcome", "ReleaseDevice", "FinishJob"];

describe("the job state machine, when all goes well", () => {
  it("[spec C3] acquires, sets up, turns, judges, releases, finishes", async () => {
    const run = await runJob(workingWorld());
    expect(run.states).toEqual([
      "PrepareJob",
      "RouteStart",
      "AcquireDevice",
      "SetUpDevice",
      ...turn,
      ...turn,
      "PredictAction",
      "RouteAction",
      ...ending,
    ]);
    expect(run).toMatchObject({
      status: "SUCCEEDED",
      output: {
        end: { reason: "claimed", claim: { status: "success" } },
        verdict: "passed",
        clean: true,
        recoveries: 0,
      },
    });
  });

  it("asks again on the same screen when the policy forbids what was chosen, and sends no command for it", async () => {
    const { functions } = workingWorld();
    const run = await runJob(
      workingWorld({
        functions: {
          PredictAction: (payload, call) =>
            payload.stepNumber === 1
              ? { route: "denied", nextStepNumber: 2 }
              : functions.PredictAction?.(payload, call),
        },
      }),
    );
    expect(run.status).toBe("SUCCEEDED");
    expect(bodies(run, "perform").map(({ stepNumber }) => stepNumber)).toEqual([2]);
    expect(
      bodies(run, "PredictAction").map(({ stepNumber, observation }) => [stepNumber, observation.treeHash]),
    ).toEqual([
      [1, "start"],
      [2, "start"],
      [3, "after 2"],
    ]);
  });

  it("costs four transitions and one callback a step, and 18 events", async () => {
    const oneTurn = (run: JobRun) => {
      const first = run.events.findIndex((event) => event.stateEnteredEventDetails?.name === "PredictAction");
      const second = run.events.findIndex(
        (event, index) => index > first && event.stateEnteredEventDetails?.name === "PredictAction",
      );
      return run.events.slice(first, second);
    };
    const events = oneTurn(await runJob(workingWorld()));
    expect(events.filter((event) => event.type.endsWith("StateEntered"))).toHaveLength(4);
    expect(events.filter((event) => event.type === "TaskSubmitted")).toHaveLength(1);
    expect(events).toHaveLength(18);
  });

  it("[fault D14] stays below the service's 25,000 events at the most steps an execution has, each at its worst", async () => {
    // Every turn is retried as often as it may be.
    const flaky =
      (works: FunctionScript | undefined, errors: readonly string[]): FunctionScript =>
      (payload, call) => {
        const error = errors[(call - 1) % (errors.length + 1)];
        if (error !== undefined) throw named(error);
        return works?.(payload, call);
      };
    const { functions } = workingWorld();
    const service = Array<string>(4).fill("Lambda.TooManyRequestsException");
    const run = await runJob(
      workingWorld({
        functions: {
          PredictAction: flaky(functions.PredictAction, service),
          VerifyStep: flaky(functions.VerifyStep, service),
        },
      }),
    );
    expect(run.output).toMatchObject({ verdict: "passed" });
    const turns = run.states.filter((name) => name === "VerifyStep").length;
    const most = { waitSeconds: 14_400, holdDeviceSeconds: 3_600 };
    const { waitSeconds, holdDeviceSeconds } = JobLimits.parse(most);
    for (const [name, value] of Object.entries(most))
      expect(JobLimits.safeParse({ [name]: value + 1 }).success, name).toBe(false);
    // Recoveries are three, and cost a turn each; the run's own beginning and end are counted with every turn.
    const steps = (run.events.length / turns) * (stepsOfAnExecution + 3);
    // A wait is looked at every 15 s with a device and every 60 s without.
    const looks = holdDeviceSeconds / 15 + (waitSeconds - holdDeviceSeconds) / 60;
    // After its first pauses a service that answers, but not the job, is asked every 150 s at the most.
    const devices = waitSeconds / 150 + 10;
    expect(steps + looks * eventsOfLook + devices * eventsOfDevice).toBeLessThan(25_000);
  });

  it("looks at a waiting job in three transitions and nine events, and takes another device in few more", async () => {
    const routes = ["wait", "giveBack", "wait", "acquire"];
    const { functions } = workingWorld();
    const run = await runJob(
      workingWorld({
        functions: {
          PredictAction: (payload, call) => {
            const route = routes[call - 1];
            const until = "2026-01-01T00:00:30.000Z";
            return route === undefined ? functions.PredictAction?.(payload, call) : { route, until };
          },
        },
      }),
    );
    const from = (place: number): number =>
      run.events.findIndex(
        (event, index) =>
          event.stateEnteredEventDetails?.name === "PredictAction" &&
          run.events.slice(0, index).filter((e) => e.stateEnteredEventDetails?.name === "PredictAction")
            .length === place,
      );
    expect(from(1) - from(0)).toBe(eventsOfLook);
    expect(run.states.slice(4, 7)).toEqual(["PredictAction", "RouteAction", "WaitForModel"]);
    expect(from(4) - from(1)).toBeLessThanOrEqual(eventsOfDevice + eventsOfLook);
    expect(bodies(run, "PredictAction").map(({ observation }) => observation?.treeHash ?? null)).toEqual([
      "start",
      "start",
      null,
      null,
      "start",
      "after 1",
      "after 2",
    ]);
    expect(bodies(run, "acquire").map(({ acquisition }) => acquisition)).toEqual([1, 2]);
    expect(bodies(run, "release").map(({ deviceId }) => deviceId)).toEqual(["h.d1", "h.d2"]);
    expect(run.output).toMatchObject({ recoveries: 0, verdict: "passed" });
  });

  it("hands each observation on: what a step saw afterwards is what the next one starts from", async () => {
    const run = await runJob(workingWorld());
    expect(bodies(run, "PredictAction").map((input) => input.observation.treeHash)).toEqual([
      "start",
      "after 1",
      "after 2",
    ]);
    expect(bodies(run, "VerifyStep").map(({ before, after }) => [before.treeHash, after.treeHash])).toEqual([
      ["start", "after 1"],
      ["after 1", "after 2"],
    ]);
  });

  it("hands what a step's verification found to the next turn", async () => {
    const VerifyStep: FunctionScript = ({ stepNumber }) => ({
      nextStepNumber: stepNumber + 1,
      finding: { stepNumber },
    });
    const run = await runJob(workingWorld({ functions: { VerifyStep } }));
    expect(bodies(run, "PredictAction").map(({ finding }) => finding)).toEqual([
      null,
      { stepNumber: 1 },
      { stepNumber: 2 },
    ]);
  });

  it("sends every command of a lease with its device, its epoch and a token, and the job's group to the pool", async () => {
    const run = await runJob(workingWorld());
    for (const kind of ["setUp", "perform", "judge", "release"]) {
      for (const command of bodies(run, kind)) {
        expect(command).toMatchObject({ schemaVersion: 1, kind, tenantId: "t", deviceId: "h.d1", epoch: 1 });
        expect(command.taskToken).toMatch(/\S{20,}/);
      }
    }
    expect(bodies(run, "acquire")[0]).toMatchObject({ acquisition: 1, requirements: {} });
  });

  it("judges at once what was already satisfied", async () => {
    const run = await runJob(
      workingWorld({ commands: { setUp: () => ({ observation: {}, alreadySatisfied: true }) } }),
    );
    expect(run.states).toEqual([
      "PrepareJob",
      "RouteStart",
      "AcquireDevice",
      "SetUpDevice",
      "PredictAction",
      "RouteAction",
      ...ending,
    ]);
    expect(run.output).toMatchObject({ end: { reason: "alreadySatisfied" }, verdict: "passed" });
  });

  it("releases without judging when the turn says so", async () => {
    const run = await runJob(
      workingWorld({
        functions: { PredictAction: () => ({ route: "release", end: { reason: "cancelled", detail: "" } }) },
      }),
    );
    expect(run.states.slice(-2)).toEqual(["ReleaseDevice", "FinishJob"]);
    expect(run.output).toMatchObject({ end: { reason: "cancelled" }, verdict: null, clean: true });
  });
});
