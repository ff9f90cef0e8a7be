import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Asked, failing, invoke, result, startStateTests } from "./testing-states.ts";

let tests: Awaited<ReturnType<typeof startStateTests>>;
beforeAll(async () => {
  tests = await startStateTests();
});
afterAll(() => tests.close());

const test = (state: object, asked?: Asked) => tests.test(state, asked);

describe("a mock", () => {
  it("stands in for a task's call, around which everything is done as ever", async () => {
    const answer = await test(invoke(), {
      ...result({ Payload: "hi", StatusCode: 200 }),
      input: { name: "x" },
      inspectionLevel: "DEBUG",
    });
    expect(answer).toEqual({
      status: "SUCCEEDED",
      output: '"hi"',
      nextState: "After",
      inspectionData: {
        input: '{"name":"x"}',
        afterArguments: '{"FunctionName":"f","Payload":{"name":"x"}}',
        result: '{"Payload":"hi","StatusCode":200}',
      },
    });
  });

  it("of an error is left to Retry, then to Catch, then fails the state", async () => {
    const Retry = [
      { ErrorEquals: ["Other"] },
      { ErrorEquals: ["Busy"], IntervalSeconds: 2, BackoffRate: 3, MaxAttempts: 2 },
    ];
    const Catch = [{ ErrorEquals: ["States.ALL"], Output: "{% $states.errorOutput %}", Next: "Mend" }];
    const state = invoke({ Retry, Catch });
    const ask = (retrierRetryCount: number) =>
      test(state, {
        ...failing("Busy", "try later"),
        input: { name: "x" },
        stateConfiguration: { retrierRetryCount },
        inspectionLevel: "DEBUG",
      });
    expect(await ask(1)).toMatchObject({
      status: "RETRIABLE",
      error: "Busy",
      cause: "try later",
      inspectionData: { errorDetails: { retryIndex: 1, retryBackoffIntervalSeconds: 6 } },
    });
    expect(await ask(2)).toMatchObject({
      status: "CAUGHT_ERROR",
      error: "Busy",
      output: '{"Error":"Busy","Cause":"try later"}',
      nextState: "Mend",
      inspectionData: { errorDetails: { catchIndex: 0 } },
    });
    expect(await test(invoke(), { ...failing("Busy"), input: { name: "x" } })).toEqual({
      status: "FAILED",
      error: "Busy",
    });
  });

  it("of a Map shows what its iterations would be given, and holds failures against the tolerance", async () => {
    const map = {
      Type: "Map",
      Items: "{% $states.input %}",
      ItemSelector: { i: "{% $states.context.Map.Item.Index %}", v: "{% $states.context.Map.Item.Value %}" },
      MaxConcurrency: 3,
      ToleratedFailureCount: 1,
      ItemProcessor: { StartAt: "P", States: { P: { Type: "Pass", End: true } } },
      End: true,
    };
    const ask = (mapIterationFailureCount: number) =>
      test(map, {
        ...result([1, 2]),
        input: ["a", "b"],
        stateConfiguration: { mapIterationFailureCount },
        inspectionLevel: "DEBUG",
      });
    expect(await ask(1)).toEqual({
      status: "SUCCEEDED",
      output: "[1,2]",
      inspectionData: {
        input: '["a","b"]',
        afterItemSelector: '[{"i":0,"v":"a"},{"i":1,"v":"b"}]',
        maxConcurrency: 3,
        toleratedFailureCount: 1,
      },
    });
    expect(await ask(2)).toMatchObject({
      status: "FAILED",
      error: "States.ExceedToleratedFailureThreshold",
      cause: "The specified tolerated failure threshold was exceeded",
    });
  });

  it("gives a task that waits for a token the token of the context it is given", async () => {
    const state = invoke({
      Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
      Arguments: { FunctionName: "f", Payload: "{% $states.context.Task.Token %}" },
    });
    const context = { Execution: { Id: "arn" }, Task: { Token: "abcd" } };
    const answer = await test(state, { ...result({ Payload: 1 }), context, inspectionLevel: "DEBUG" });
    expect(answer.inspectionData?.afterArguments).toBe('{"FunctionName":"f","Payload":"abcd"}');
  });

  it("may set the whole context", async () => {
    const state = invoke({ Arguments: { FunctionName: "f" }, Output: "{% $states.context %}" });
    const context = { Execution: { Name: "mine" }, State: {}, StateMachine: {} };
    expect(await test(state, { ...result({}), context })).toMatchObject({ output: JSON.stringify(context) });
  });

  const answers = (Resource: string) => ({
    Type: "Task",
    Resource: `arn:aws:states:::${Resource}`,
    Arguments: {},
    End: true,
  });
  const events = { Entries: [{ EventId: "a" }, { EventId: 2 }] };
  const misfits: readonly (readonly [string, unknown, string])[] = [
    ["aws-sdk:s3:listObjectsV2", { Contents: {} }, "Field 'Contents' must be an array"],
    ["aws-sdk:s3:headObject", { ContentLength: "1" }, "Field 'ContentLength' must be a number"],
    ["aws-sdk:dynamodb:describeTable", { Table: { TableName: 1 } }, "Field 'TableName' must be a string"],
    ["aws-sdk:dynamodb:query.waitForTaskToken", [], ""],
    ["aws-sdk:dynamodb:query", events, ""],
    ["aws-sdk:lambda:getFunction", { Configuration: [] }, "Field 'Configuration' must be an object"],
  ];

  it.each(misfits)("of %s is held against the API's model", async (resource, answer, words) => {
    const mock = { result: JSON.stringify(answer) };
    const asked = test(answers(resource), { mock });
    if (words === "") expect(await asked).toMatchObject({ status: "SUCCEEDED" });
    else
      await expect(asked).rejects.toMatchObject({ message: `Mock result schema validation error: ${words}` });
    const unchecked = await test(answers(resource), { mock: { ...mock, fieldValidationMode: "NONE" } });
    expect(unchecked.status).toBe("SUCCEEDED");
  });

  it("of an optimised integration is held against what that answers", async () => {
    const put = { ...answers("events:putEvents"), Arguments: { Entries: [] } };
    await expect(test(put, result(events))).rejects.toMatchObject({
      message: "Mock result schema validation error: Field 'EventId' must be a string",
    });
    const start = { ...answers("states:startExecution"), Arguments: { StateMachineArn: "m" } };
    const mock = { result: '{"StartDate":"2026-01-01T00:00:00Z"}' };
    await expect(test(start, { mock })).rejects.toMatchObject({
      message: "Mock result schema validation error: Required field 'ExecutionArn' is missing",
    });
    const present = await test(start, { mock: { ...mock, fieldValidationMode: "PRESENT" } });
    expect(present.status).toBe("SUCCEEDED");
    expect(
      await test(invoke({ Arguments: { FunctionName: "f" } }), result({ Payload: { any: 1 } })),
    ).toMatchObject({
      status: "SUCCEEDED",
    });
  });

  const branch = { StartAt: "P", States: { P: { Type: "Pass", End: true } } };
  const fork = { Type: "Parallel", Branches: [branch], End: true };
  const each = { Type: "Map", ItemProcessor: branch, End: true };
  const pass = { Type: "Pass", End: true };
  const task = invoke();
  const context = (value: unknown) => ({ ...result({}), context: value });
  const wrong = "Invalid Context object provided: ";
  const noMock =
    "TestState API does not support Map or Parallel states. Supported state types include: [Task, Wait, Pass, Succeed, Fail, Choice]";

  const refusals: readonly (readonly [string, object, Asked, string, string])[] = [
    [
      "of a Pass state",
      pass,
      result({}),
      "ValidationException",
      "State type 'Pass' is not supported when a mock is specified",
    ],
    [
      "with both ends",
      task,
      { mock: { result: "{}", errorOutput: {} } },
      "ValidationException",
      "A test mock should have only one of the following fields: [result, errorOutput].",
    ],
    [
      "with secrets",
      task,
      { ...result({}), revealSecrets: true },
      "ValidationException",
      "TestState does not support RevealSecrets when a mock is specified.",
    ],
    ["that is missing for a Map", each, {}, "InvalidDefinition", noMock],
    ["that is missing for a Parallel", fork, {}, "InvalidDefinition", noMock],
    [
      "of a Map that is no array",
      each,
      { ...result({}), input: [] },
      "ValidationException",
      "Mocked result must be an array.",
    ],
    [
      "of a Parallel that is no array",
      fork,
      result({}),
      "ValidationException",
      "Mocked result must be an array.",
    ],
    [
      "of a Parallel of another size",
      fork,
      result([1, 2]),
      "ValidationException",
      "Mocked result must contain the same number of items as number of Parallel branches.",
    ],
    [
      "with a Map in its context",
      task,
      context({ Map: {} }),
      "ValidationException",
      `${wrong}'Map' field is not supported when mocking a Context object`,
    ],
    [
      "with a context of unknown fields",
      task,
      context({ Execution: { pokemon: 1 } }),
      "ValidationException",
      `${wrong}Field 'pokemon' is not allowed`,
    ],
    [
      "with a context of unknown parts",
      task,
      context({ Pokedex: {} }),
      "ValidationException",
      `${wrong}Field 'Pokedex' is not allowed`,
    ],
    [
      "with a context of wrong types",
      task,
      context({ Execution: { Id: 1 } }),
      "ValidationException",
      `${wrong}Execution.Id must be a string`,
    ],
    [
      "with a token for a task that has none",
      task,
      context({ Task: { Token: "t" } }),
      "ValidationException",
      `${wrong}Context object contains 'Task' when state is not a Task state with a '.sync' or '.waitForTaskToken' service integration pattern`,
    ],
  ];

  it.each(refusals)("%s is refused", async (_what, state, asked, name, message) => {
    await expect(test(state, asked)).rejects.toMatchObject({ name, message });
  });
});
