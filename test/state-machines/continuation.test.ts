import { describe, expect, it } from "vitest";
import { workingWorld } from "./job-scripts.ts";
import { bodies, type FunctionScript, named, runJob, scriptedJobId } from "./job-world.ts";
import type { Sent } from "./read-executions.ts";

const perform = (stepNumber: number): Sent => ({
  route: "perform",
  stepNumber,
  commandId: `c${stepNumber}`,
  deadlineSeconds: 40,
  actions: [{ action: "home" }],
});
const claimed = { route: "judge", end: { reason: "claimed", detail: "" } };

/** A job of so many steps that goes on as a new execution every `each` of them. */
const longJob =
  (steps: number, each: number): FunctionScript =>
  ({ stepNumber, firstStep, failedHelpers }) => {
    if (stepNumber > steps) return claimed;
    if (stepNumber - firstStep >= each && failedHelpers.ContinueAsNew === undefined)
      return { route: "continue" };
    return perform(stepNumber);
  };

describe("a long job", () => {
  it("goes on as a new execution with its device, its screen and its counts, and ends once", async () => {
    const run = await runJob(workingWorld({ functions: { PredictAction: longJob(7, 3) } }));
    expect(run.executions.map(({ machine, name, status }) => [machine, name, status])).toEqual([
      ["job", "j", "SUCCEEDED"],
      ["job", `${scriptedJobId}-2`, "SUCCEEDED"],
      ["job", `${scriptedJobId}-3`, "SUCCEEDED"],
    ]);
    expect(run.states.slice(-2)).toEqual(["RouteAction", "ContinueAsNew"]);
    expect(run.executions[1]?.states.slice(0, 5)).toEqual([
      "PrepareJob",
      "RouteStart",
      "PredictAction",
      "RouteAction",
      "PerformAction",
    ]);
    expect(bodies(run, "acquire")).toHaveLength(1);
    expect(bodies(run, "setUp")).toHaveLength(1);
    expect(bodies(run, "perform").map(({ stepNumber, epoch }) => [stepNumber, epoch])).toEqual(
      [1, 2, 3, 4, 5, 6, 7].map((step) => [step, 1]),
    );
    expect(bodies(run, "PredictAction").map((turn) => turn.observation.treeHash)).toEqual([
      "start",
      "after 1",
      "after 2",
      "after 3",
      "after 3",
      "after 4",
      "after 5",
      "after 6",
      "after 6",
      "after 7",
    ]);
    expect(bodies(run, "FinishJob")).toHaveLength(1);
    expect(run.executions.at(-1)?.output).toMatchObject({ verdict: "passed", clean: true });
  });

  it("tells each execution which it is, so that the job's own is always the newest", async () => {
    const run = await runJob(workingWorld({ functions: { PredictAction: longJob(4, 2) } }));
    expect(bodies(run, "PrepareJob").map(({ segment, executionArn }) => [segment, executionArn])).toEqual([
      [1, "arn:aws:states:us-east-1:000000000000:execution:job:j"],
      [2, `arn:aws:states:us-east-1:000000000000:execution:job:${scriptedJobId}-2`],
    ]);
  });

  it("keeps what it counted of recoveries, acquisitions and what was satisfied before", async () => {
    const { commands } = workingWorld();
    const run = await runJob(
      workingWorld({
        functions: {
          PredictAction: longJob(4, 2),
          MapError: () => ({ route: "reacquire", recoveries: 1, stepNumber: 2, acquisition: 2 }),
        },
        commands: {
          perform: (command, call) =>
            call === 1 ? named("DeviceDisconnected") : commands.perform?.(command, call),
        },
      }),
    );
    expect(run.executions.at(-1)?.input.from).toMatchObject({
      recoveries: 1,
      acquisition: 2,
      stepNumber: 3,
      lease: { epoch: 2 },
      alreadySatisfied: false,
      lent: false,
    });
    expect(run.executions.at(-1)?.output).toMatchObject({ recoveries: 1, verdict: "passed" });
  });

  it("stays in this execution when the next cannot be started, and is asked again a turn later", async () => {
    const run = await runJob(
      workingWorld({ functions: { PredictAction: longJob(3, 1) } }),
      undefined,
      // The name of the second execution is taken by another's input.
      { name: `${scriptedJobId}-2` },
    );
    expect(bodies(run, "PredictAction").map(({ failedHelpers }) => failedHelpers)).toContainEqual({
      ContinueAsNew: "StepFunctions.ExecutionAlreadyExistsException",
    });
    expect(bodies(run, "FinishJob")).toHaveLength(1);
  });

  it("that a workflow waits for is waited for to its very end", async () => {
    const lease = (await leaseOf()) as Sent;
    const run = await runJob(workingWorld({ functions: { PredictAction: longJob(4, 2) } }), undefined, {
      input: { lease },
    });
    expect(run.states.slice(0, 3)).toEqual(["PrepareJob", "RouteStart", "SetUpDevice"]);
    expect(run.states.at(-1)).toBe("ContinueForParent");
    expect(run.output).toMatchObject({ verdict: "passed" });
    expect(run.output).toEqual(run.executions.at(-1)?.output);
    expect(bodies(run, "release")).toMatchObject([{ lent: true }]);
    expect(bodies(run, "acquire")).toEqual([]);
  });
});

const leaseOf = async () => workingWorld().commands.acquire?.({}, 1);

describe("50 iterations", () => {
  /** Every third step is followed by a progress check, two plans are made, a claim is checked, each as its turn asks for it. */
  const supervised: FunctionScript = ({ stepNumber }, call) => {
    const beside = besideTurns.get(call);
    if (beside !== undefined) return beside;
    return stepNumber > 50 ? claimed : perform(stepNumber);
  };
  const besideTurns = new Map<number, Sent>();
  let call = 0;
  for (let step = 1; step <= 51; step += 1) {
    if (step === 1) besideTurns.set(++call, { route: "plan", planNumber: 1, kind: "initial" });
    if (step > 1 && step % 3 === 1) besideTurns.set(++call, { route: "checkProgress", stepNumber: step - 1 });
    if (step === 20) besideTurns.set(++call, { route: "awaitPlan", planNumber: 2, kind: "recovery" });
    if (step === 51) besideTurns.set(++call, { route: "checkCompletion", stepNumber: 50 });
    call += 1;
  }

  it("stay below 2,500 events, with planning, progress checks and a checked claim", async () => {
    const run = await runJob(
      workingWorld({
        functions: {
          PredictAction: supervised,
          MakePlan: ({ planNumber }) => ({ planNumber, made: true }),
          CheckProgress: () => ({ progressing: true }),
          CheckCompletion: () => ({ accepted: true }),
        },
      }),
    );
    expect(run.states.filter((state) => state === "VerifyStep")).toHaveLength(50);
    expect(run.states.filter((state) => state === "CheckProgress")).toHaveLength(16);
    expect(run.states).toContain("CheckCompletion");
    expect(run.events.length).toBeLessThan(2_500);
  });
});
