import { SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineUnderTest, type Ran, serviceHandler } from "./engine-under-test.ts";

const queue = new SQSClient({
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
  useQueueUrlAsEndpoint: false,
  requestHandler: serviceHandler(() => ({ statusCode: 400, body: { message: "no" } })) as never,
});

let running: EngineUnderTest;
beforeEach(async () => {
  running = await EngineUnderTest.start({ clients: { sqs: queue }, random: () => 0 });
});
afterEach(() => running.close());

const pass = { Type: "Pass", End: true };
const broken = { Type: "Fail", Error: "Broken", Cause: "on purpose" };
const rejected = {
  Type: "Task",
  Resource: "arn:aws:states:::sqs:sendMessage",
  Arguments: { QueueUrl: "http://sqs/queue", MessageBody: "x" },
  End: true,
};
const missing = "{% $states.input.missing %}";
const once = [{ ErrorEquals: ["States.ALL"], MaxAttempts: 1, JitterStrategy: "FULL" }];

const branches = (states: readonly object[], more: object = {}) => ({
  StartAt: "Fork",
  States: {
    Fork: {
      Type: "Parallel",
      Branches: states.map((state, index) => ({
        StartAt: `B${index}`,
        States: { [`B${index}`]: state, ...("Choices" in state ? { Out: pass } : {}) },
      })),
      End: true,
      ...more,
    },
    ...("Catch" in more ? { Caught: pass } : {}),
  },
});

const each = (state: object, more: object = {}) => ({
  StartAt: "Each",
  States: {
    Each: {
      Type: "Map",
      Items: [1, 2],
      ItemProcessor: { StartAt: "S", States: { S: state } },
      End: true,
      ...more,
    },
  },
});

/** Every event from the one of this type on, as `type<-type of the event before it`. */
function chainFrom({ events }: Ran, type: string): readonly string[] {
  const named = (id: number) => events[id - 1]?.type ?? "";
  return events
    .slice(events.findIndex((event) => event.type === type))
    .map((event) => `${event.type}<-${named(event.previousEventId)}`);
}

const Catch = [{ ErrorEquals: ["States.ALL"], Next: "Caught" }];

describe("what a failure inside a Parallel or Map writes", () => {
  it("a Task that ends its branch is aborted beside the failure of the Parallel", async () => {
    const ran = await running.run(branches([rejected], { Catch }));
    expect(chainFrom(ran, "TaskFailed").slice(1, 4)).toEqual([
      "TaskStateAborted<-TaskFailed",
      "ParallelStateFailed<-TaskFailed",
      "ParallelStateExited<-ParallelStateFailed",
    ]);
  });

  it("each iteration's end stands before the state it was cut off in", async () => {
    const ran = await running.run(each(rejected));
    expect(chainFrom(ran, "MapIterationFailed")).toEqual([
      "MapIterationFailed<-TaskFailed",
      "TaskStateAborted<-TaskFailed",
      "MapIterationAborted<-TaskFailed",
      "TaskStateAborted<-TaskFailed",
      "MapStateFailed<-TaskFailed",
      "ExecutionFailed<-MapStateFailed",
    ]);
  });

  it("a retried Parallel has not failed yet", async () => {
    const ran = await running.run(branches([broken], { Retry: once }));
    expect(chainFrom(ran, "FailStateEntered")).toEqual([
      "FailStateEntered<-ParallelStateStarted",
      "ParallelStateStarted<-FailStateEntered",
      "FailStateEntered<-ParallelStateStarted",
      "ParallelStateFailed<-FailStateEntered",
      "ExecutionFailed<-ParallelStateFailed",
    ]);
  });

  it("a retried Map has not failed yet", async () => {
    const ran = await running.run(each(broken, { MaxConcurrency: 1, Retry: once }));
    expect(chainFrom(ran, "MapIterationFailed").slice(0, 2)).toEqual([
      "MapIterationFailed<-FailStateEntered",
      "MapStateStarted<-FailStateEntered",
    ]);
    expect(ran.types.filter((type) => type === "MapStateFailed")).toHaveLength(1);
  });

  it("a Catcher whose Output fails makes the state fail a second time, from where it stood", async () => {
    const lossy = [
      { ErrorEquals: ["Other"], Next: "Caught" },
      { ErrorEquals: ["States.ALL"], Output: { lost: missing }, Next: "Caught" },
    ];
    const ran = await running.run(branches([broken], { Catch: lossy }));
    expect(chainFrom(ran, "ParallelStateFailed")).toEqual([
      "ParallelStateFailed<-FailStateEntered",
      "EvaluationFailed<-FailStateEntered",
      "ParallelStateFailed<-EvaluationFailed",
      "ExecutionFailed<-ParallelStateFailed",
    ]);
    const failed = ran.events.find(({ type }) => type === "EvaluationFailed");
    expect(failed?.evaluationFailedEventDetails).toMatchObject({
      state: "Fork",
      location: "Catch[1]/Output/lost",
    });
    expect(ran.error).toBe("States.QueryEvaluationError");
  });
});

describe("a runtime error inside a Parallel or Map", () => {
  const lost = { Type: "Choice", Choices: [{ Condition: false, Next: "Out" }] };

  it("ends the execution at once, whatever the states above would catch", async () => {
    const ran = await running.run(branches([lost], { Catch }));
    expect(chainFrom(ran, "ChoiceStateEntered")).toEqual([
      "ChoiceStateEntered<-ParallelStateStarted",
      "ExecutionFailed<-ChoiceStateEntered",
    ]);
    expect(ran.error).toBe("States.Runtime");
  });

  it("is caught by a state that names it", async () => {
    const named = [{ ErrorEquals: ["States.Runtime"], Next: "Caught" }];
    const ran = await running.run(branches([lost], { Catch: named }));
    expect(ran.status).toBe("SUCCEEDED");
    expect(ran.output).toMatchObject({ Error: "States.Runtime" });
  });
});

describe("a failed evaluation", () => {
  const second = (state: object) => ({
    StartAt: "First",
    States: { First: { Type: "Pass", Next: "Lossy" }, Lossy: state },
  });

  it.for([
    ["Pass", { ...pass, Output: missing }],
    ["Task", { ...rejected, Arguments: { QueueUrl: missing, MessageBody: "x" } }],
    ["Fail", { Type: "Fail", Error: missing }],
  ] as const)("of a %s that did nothing yet follows what the state was entered from", async ([, state]) => {
    const ran = await running.run(second(state));
    expect(chainFrom(ran, "EvaluationFailed")).toEqual([
      "EvaluationFailed<-PassStateExited",
      "ExecutionFailed<-EvaluationFailed",
    ]);
  });

  it("of a Wait follows its entry", async () => {
    const ran = await running.run(second({ Type: "Wait", Seconds: missing, End: true }));
    expect(chainFrom(ran, "EvaluationFailed")[0]).toBe("EvaluationFailed<-WaitStateEntered");
  });

  it("of a retried state follows the one before", async () => {
    const ran = await running.run(second({ ...rejected, Arguments: missing, Retry: once }));
    expect(chainFrom(ran, "EvaluationFailed").slice(0, 2)).toEqual([
      "EvaluationFailed<-PassStateExited",
      "EvaluationFailed<-EvaluationFailed",
    ]);
  });
});

describe("a Distributed Map that succeeded", () => {
  it("goes on from the start of its Map Run", async () => {
    const ItemProcessor = {
      ProcessorConfig: { Mode: "DISTRIBUTED", ExecutionType: "STANDARD" },
      StartAt: "S",
      States: { S: pass },
    };
    const ran = await running.run(each(pass, { ItemProcessor }));
    expect(chainFrom(ran, "MapRunSucceeded")).toEqual([
      "MapRunSucceeded<-MapRunStarted",
      "MapStateSucceeded<-MapRunSucceeded",
      "MapStateExited<-MapRunStarted",
      "ExecutionSucceeded<-MapStateExited",
    ]);
  });
});
