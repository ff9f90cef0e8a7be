import { afterEach, describe, expect, it } from "vitest";
import { EngineUnderTest } from "./engine-under-test.ts";

let running: EngineUnderTest | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const startExecution = (suffix: string, StateMachineArn: string, more: object = {}) => ({
  StartAt: "Nest",
  States: {
    Nest: {
      Type: "Task",
      Resource: `arn:aws:states:::states:startExecution${suffix}`,
      Arguments: { StateMachineArn, Input: { n: "{% $states.input.n %}" } },
      End: true,
      ...more,
    },
  },
});

const inner = {
  StartAt: "P",
  States: { P: { Type: "Pass", Output: "{% $states.input.n + 1 %}", End: true } },
};
const failing = { StartAt: "F", States: { F: { Type: "Fail", Error: "Inner", Cause: "why" } } };
const waiting = { StartAt: "W", States: { W: { Type: "Wait", Seconds: 900, End: true } } };

describe("nested executions", () => {
  it(".sync:2 gives the nested execution's description with its output as JSON", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run(startExecution(".sync:2", await running.create(inner)), { n: 1 });
    expect(ran.output).toMatchObject({ Status: "SUCCEEDED", Output: 2, Input: { n: 1 } });
    expect(ran.types.slice(2, 6)).toEqual(["TaskScheduled", "TaskStarted", "TaskSubmitted", "TaskSucceeded"]);
  });

  it(".sync gives the same with the payloads as the texts they are", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run(startExecution(".sync", await running.create(inner)), { n: 1 });
    expect(ran.output).toMatchObject({ Output: "2", Input: '{"n":1}', RedriveStatus: "NOT_REDRIVABLE" });
    expect(ran.events[2]?.taskScheduledEventDetails).toMatchObject({ resource: "startExecution.sync" });
  });

  it("shows the role of another account that a task is given", async () => {
    running = await EngineUnderTest.start();
    const machine = startExecution(".sync:2", await running.create(inner), {
      Credentials: { RoleArn: "{% 'arn:aws:iam::222222222222:role/' & $states.input.role %}" },
    });
    const ran = await running.run(machine, { n: 1, role: "guest" });
    const taskCredentials = { roleArn: "arn:aws:iam::222222222222:role/guest" };
    expect(ran.events[2]?.taskScheduledEventDetails).toMatchObject({ taskCredentials });
  });

  it(".sync:2 fails with States.TaskFailed when the nested execution fails", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run(startExecution(".sync:2", await running.create(failing)), { n: 1 });
    expect(ran.error).toBe("States.TaskFailed");
    expect(JSON.parse(ran.cause ?? "")).toMatchObject({ Status: "FAILED", Error: "Inner", Cause: "why" });
  });

  it("stops the nested execution with the one that waits for it", async () => {
    running = await EngineUnderTest.start();
    const stateMachineArn = await running.create(waiting);
    const executionArn = await running.begin(startExecution(".sync:2", stateMachineArn), { n: 1 });
    const nested = async () =>
      (await running?.call<{ executions: { status: string }[] }>("ListExecutions", { stateMachineArn }))
        ?.executions ?? [];
    while ((await nested()).length === 0);
    await running.call("StopExecution", { executionArn, error: "Enough" });
    expect((await nested()).map(({ status }) => status)).toEqual(["ABORTED"]);
  });

  it("a plain start does not wait", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run(startExecution("", await running.create(waiting)), { n: 1 });
    expect(ran.output).toMatchObject({ ExecutionArn: expect.stringContaining(":execution:") });
  });
});

describe("Express executions", () => {
  it("StartSyncExecution answers with the end", async () => {
    running = await EngineUnderTest.start();
    const stateMachineArn = await running.create(inner, "EXPRESS");
    const answer = await running.call("StartSyncExecution", { stateMachineArn, input: '{"n":4}' });
    expect(answer).toMatchObject({ status: "SUCCEEDED", output: "5" });
  });

  it("StartSyncExecution shows an error instead of throwing it", async () => {
    running = await EngineUnderTest.start();
    const stateMachineArn = await running.create(failing, "EXPRESS");
    const answer = await running.call("StartSyncExecution", { stateMachineArn });
    expect(answer).toMatchObject({ status: "FAILED", error: "Inner", cause: "why" });
  });
});

describe("RedriveExecution", () => {
  it("goes on from the failed state, with its variables and fresh retries", async () => {
    running = await EngineUnderTest.start();
    const definition = {
      StartAt: "Set",
      States: {
        Set: { Type: "Pass", Assign: { kept: 1 }, Next: "Find" },
        Find: { ...startExecution(".sync:2", "placeholder").States.Nest, End: undefined, Next: "Done" },
        Done: { Type: "Pass", Output: "{% $kept + $states.input.Output %}", End: true },
      },
    };
    const later = `arn:aws:states:us-east-1:111111111111:stateMachine:machine-2`;
    definition.States.Find.Arguments.StateMachineArn = later;
    const failed = await running.run(definition, { n: 5 });
    expect(failed.error).toBe("StepFunctions.StateMachineDoesNotExistException");
    expect(await running.create(inner)).toBe(later);
    await running.call("RedriveExecution", { executionArn: failed.executionArn });
    const ran = await running.ended(failed.executionArn);
    expect(ran.output).toBe(7);
    expect(ran.types.slice(ran.types.indexOf("ExecutionFailed"))).toEqual([
      "ExecutionFailed",
      "ExecutionRedriven",
      "TaskScheduled",
      "TaskStarted",
      "TaskSubmitted",
      "TaskSucceeded",
      "TaskStateExited",
      "PassStateEntered",
      "PassStateExited",
      "ExecutionSucceeded",
    ]);
    await expect(
      running.call("RedriveExecution", { executionArn: failed.executionArn }),
    ).rejects.toMatchObject({
      errorName: "ExecutionNotRedrivable",
    });
  });
});

describe("activities", () => {
  it("hands a task to the worker that asks, before or after it was scheduled", async () => {
    running = await EngineUnderTest.start();
    const { activityArn } = await running.call<{ activityArn: string }>("CreateActivity", { name: "sort" });
    const definition = { StartAt: "A", States: { A: { Type: "Task", Resource: activityArn, End: true } } };
    const asked = running.call<{ taskToken: string; input: string }>("GetActivityTask", {
      activityArn,
      workerName: "w",
    });
    const executionArn = await running.begin(definition, { x: 1 });
    const { taskToken, input } = await asked;
    await running.call("SendTaskSuccess", { taskToken, output: input });
    const ran = await running.ended(executionArn);
    expect(ran.output).toEqual({ x: 1 });
    expect(ran.types).toEqual([
      "ExecutionStarted",
      "TaskStateEntered",
      "ActivityScheduled",
      "ActivityStarted",
      "ActivitySucceeded",
      "TaskStateExited",
      "ExecutionSucceeded",
    ]);
  });

  it("an activity that is gone fails the execution, whatever its state catches", async () => {
    running = await EngineUnderTest.start();
    const Resource = "arn:aws:states:us-east-1:111111111111:activity:gone";
    const Catch = [{ ErrorEquals: ["States.ALL"], Next: "Caught" }];
    const States = { A: { Type: "Task", Resource, Catch, End: true }, Caught: { Type: "Succeed" } };
    const ran = await running.run({ StartAt: "A", States });
    expect(ran).toMatchObject({
      error: "States.Runtime",
      cause: `An error occurred while executing the state 'A' (entered at the event id #2). The activity ${Resource} does not exist.`,
    });
  });
});
