import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EngineUnderTest, ROLE } from "./engine-under-test.ts";

let running: EngineUnderTest;
beforeEach(async () => {
  running = await EngineUnderTest.start();
});
afterEach(() => running.close());

const pass = { StartAt: "A", States: { A: { Type: "Pass", End: true } } };

const refusal = (action: string, request: Record<string, unknown>) =>
  running.call(action, request).then(
    () => "accepted",
    ({ errorName, message }: { errorName: string; message: string }) => `${errorName}: ${message}`,
  );

describe("the words in which the API refuses", () => {
  it.for([
    ["", "Invalid execution input."],
    [
      "oops",
      "Unrecognized token 'oops': was expecting (JSON String, Number, Array, Object or token 'null', 'true' or 'false')",
    ],
  ] as const)("the input '%s'", async ([input, detail]) => {
    const stateMachineArn = await running.create(pass);
    const said = await refusal("StartExecution", { stateMachineArn, input });
    expect(said).toBe(`InvalidExecutionInput: Invalid State Machine Execution Input: '${detail}'`);
  });

  it("a value that its member does not take, with the value", async () => {
    const stateMachineArn = await running.create(pass);
    const detected = "ValidationException: 1 validation error detected: Value";
    expect(await refusal("ListExecutions", { stateMachineArn, statusFilter: "running" })).toBe(
      `${detected} 'running' at 'statusFilter' failed to satisfy constraint: Member must satisfy enum value set: [SUCCEEDED, TIMED_OUT, PENDING_REDRIVE, ABORTED, FAILED, RUNNING]`,
    );
    expect(await refusal("ListStateMachines", { maxResults: 2000 })).toBe(
      `${detected} '2000' at 'maxResults' failed to satisfy constraint: Member must have value less than or equal to 1000`,
    );
    expect(await refusal("DescribeStateMachine", {})).toBe(
      `${detected} null at 'stateMachineArn' failed to satisfy constraint: Member must not be null`,
    );
  });

  it("page tokens that are longer than any it gives out", async () => {
    const stateMachineArn = await running.create(pass);
    const long = (length: number) => ({ nextToken: "x".repeat(length) });
    expect(await refusal("ListStateMachines", long(1025))).toContain("less than or equal to 1024");
    expect(await refusal("ListExecutions", { stateMachineArn, ...long(3097) })).toContain("equal to 3096");
    expect(await refusal("ListExecutions", { stateMachineArn, ...long(3096) })).toMatch(/^InvalidToken/);
  });

  it("what a kind of state machine does not do", async () => {
    const words =
      "StateMachineTypeNotSupported: This operation is not supported by this type of state machine";
    const standard = await running.create(pass);
    expect(await refusal("StartSyncExecution", { stateMachineArn: standard })).toBe(words);
    const express = await running.create(pass, "EXPRESS");
    expect(await refusal("ListExecutions", { stateMachineArn: express })).toBe(words);
  });

  it("a definition that is no JSON, with the place", async () => {
    const answer = await running.call<{ diagnostics: object[] }>("ValidateStateMachineDefinition", {
      definition: "[1 2]",
    });
    const location = '[Source: (String)"[1 2]"; line: 1, column: 5]';
    expect(answer.diagnostics).toMatchObject([{ code: "INVALID_JSON_DESCRIPTION", location }]);
  });

  it("an incomplete definition, before it asks for its language", async () => {
    const definition = JSON.stringify({ States: pass.States });
    const answer = await running.call<{ diagnostics: object[] }>("ValidateStateMachineDefinition", {
      definition,
    });
    expect(answer.diagnostics).toEqual([
      {
        severity: "ERROR",
        code: "SCHEMA_VALIDATION_FAILED",
        message: "These fields are required: [StartAt]",
        location: "/",
      },
    ]);
  });
});

describe("what the API shows", () => {
  it("a state machine with the settings it did not ask for, and who reads its variables", async () => {
    const definition = {
      StartAt: "Set",
      States: {
        Set: { Type: "Pass", Assign: { price: 3 }, Next: "Double" },
        Double: { Type: "Pass", Output: "{% $price * 2 %}", End: true },
      },
    };
    const executionArn = await running.begin(definition);
    const shown = {
      roleArn: ROLE,
      loggingConfiguration: { level: "OFF", includeExecutionData: false },
      tracingConfiguration: { enabled: false },
      encryptionConfiguration: { type: "AWS_OWNED_KEY" },
      variableReferences: { Double: ["price"] },
    };
    const { stateMachineArn } = await running.call<{ stateMachineArn: string }>("DescribeExecution", {
      executionArn,
    });
    expect(await running.call("DescribeStateMachine", { stateMachineArn })).toMatchObject(shown);
    expect(await running.call("DescribeStateMachineForExecution", { executionArn })).toMatchObject(shown);
  });

  it("outputDetails of a synchronous execution that failed", async () => {
    const failing = { StartAt: "A", States: { A: { Type: "Fail", Error: "E" } } };
    const stateMachineArn = await running.create(failing, "EXPRESS");
    const ended = await running.call("StartSyncExecution", { stateMachineArn });
    expect(ended).toMatchObject({ status: "FAILED", error: "E", outputDetails: { included: true } });
    expect(ended).not.toHaveProperty("output");
  });
});
