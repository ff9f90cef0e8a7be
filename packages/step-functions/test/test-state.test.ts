import { CreateStateMachineCommand, ListExecutionsCommand } from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ROLE } from "./engine-under-test.ts";
import { type Asked, invoke, startStateTests } from "./testing-states.ts";

let tests: Awaited<ReturnType<typeof startStateTests>>;
beforeAll(async () => {
  tests = await startStateTests();
});
afterAll(() => tests.close());

const test = (state: object, asked?: Asked) => tests.test(state, asked);

describe("TestState runs a state by itself", () => {
  it("and answers with its output, its variables and where it leads", async () => {
    const pass = {
      Type: "Pass",
      Assign: { seen: "{% $states.input.n + $base %}" },
      Output: "{% $base %}",
      Next: "B",
    };
    const answer = await test(pass, { input: { n: 1 }, variables: { base: 41 }, inspectionLevel: "DEBUG" });
    expect(answer).toEqual({
      status: "SUCCEEDED",
      output: "41",
      nextState: "B",
      inspectionData: { input: '{"n":1}', variables: '{"base":41,"seen":42}' },
    });
  });

  it("and tells of data only when it is asked to", async () => {
    expect(await test({ Type: "Succeed" }, { input: { a: 1 } })).toEqual({
      status: "SUCCEEDED",
      output: '{"a":1}',
    });
  });

  it.each([
    [{ n: 3 }, "Big"],
    [{ n: 1 }, "Small"],
  ])("and takes a Choice's way for %j", async (input, nextState) => {
    const choice = {
      Type: "Choice",
      Choices: [{ Condition: "{% $states.input.n > 2 %}", Next: "Big" }],
      Default: "Small",
    };
    expect(await test(choice, { input })).toMatchObject({ status: "SUCCEEDED", nextState });
  });

  it("and stops an expression that does not end, as in any execution", async () => {
    const Output = "{% ($f := function($n) { $f($n + 1) }; $f(0)) %}";
    const answer = await test({ Type: "Pass", Output, End: true });
    expect(answer).toMatchObject({ status: "FAILED", error: "States.QueryEvaluationError" });
  });

  it("and waits as long as a Wait state does", async () => {
    const past = { Type: "Wait", Seconds: 1, End: true };
    expect(await test(past)).toEqual({ status: "SUCCEEDED", output: "{}" });
  });

  it("and fails as the state does", async () => {
    expect(await test({ Type: "Fail", Error: "E", Cause: "c" })).toEqual({
      status: "FAILED",
      error: "E",
      cause: "c",
    });
    const broken = await test({ Type: "Pass", Output: "{% $states.input.none %}", End: true });
    expect(broken).toMatchObject({ status: "FAILED", error: "States.QueryEvaluationError" });
    expect(broken.cause).toContain("while executing the state 'StateName' (entered at the event id #2)");
  });

  it("and really calls a task that no mock stands in for", async () => {
    const answer = await test(invoke(), { input: { name: "Ada" }, inspectionLevel: "TRACE" });
    expect(answer).toMatchObject({
      status: "SUCCEEDED",
      output: '{"got":{"name":"Ada"}}',
      nextState: "After",
    });
    expect(answer.inspectionData?.afterArguments).toBe('{"FunctionName":"f","Payload":{"name":"Ada"}}');
    expect(JSON.parse(answer.inspectionData?.result ?? "")).toMatchObject({ StatusCode: 200 });
  });

  it("and starts a real execution where the task starts one", async () => {
    const definition = JSON.stringify({
      QueryLanguage: "JSONata",
      StartAt: "P",
      States: { P: { Type: "Pass", End: true } },
    });
    const { stateMachineArn } = await tests.client.send(
      new CreateStateMachineCommand({ name: "inner", definition, roleArn: ROLE }),
    );
    const start = {
      Type: "Task",
      Resource: "arn:aws:states:::states:startExecution",
      Arguments: { StateMachineArn: stateMachineArn, Name: "one" },
      End: true,
    };
    expect(await test(start)).toMatchObject({ status: "SUCCEEDED" });
    const { executions } = await tests.client.send(new ListExecutionsCommand({ stateMachineArn }));
    expect(executions).toMatchObject([{ name: "one", status: "SUCCEEDED" }]);
  });
});

describe("a state of a whole machine", () => {
  const machine = {
    QueryLanguage: "JSONata",
    StartAt: "Outer",
    States: {
      Outer: {
        Type: "Map",
        ItemProcessor: { StartAt: "Inner", States: { Inner: { Type: "Pass", Output: "in", End: true } } },
        End: true,
      },
    },
  };

  it("is tested by its name, at any depth", async () => {
    expect(await test(machine, { stateName: "Inner" })).toEqual({ status: "SUCCEEDED", output: '"in"' });
  });

  it("is refused when it is not there", async () => {
    await expect(test(machine, { stateName: "None" })).rejects.toMatchObject({
      name: "ValidationException",
      message: "State not found in definition",
    });
  });
});

describe("a definition that cannot be tested", () => {
  it("is refused with what is wrong, as if the state stood alone", async () => {
    await expect(test({ Type: "Pass", Nxt: "A", End: true })).rejects.toMatchObject({
      name: "InvalidDefinition",
      message:
        "Invalid State Machine Definition: 'SCHEMA_VALIDATION_FAILED: Field 'Nxt' is not supported at /'",
    });
  });

  it("is refused for JSONPath with the remedy", async () => {
    const state = { QueryLanguage: "JSONPath", Type: "Pass", InputPath: "$.a", End: true };
    await expect(test(state)).rejects.toMatchObject({
      name: "InvalidDefinition",
      message: expect.stringContaining("set QueryLanguage to 'JSONata'"),
    });
  });
});
