import { afterEach, expect, it } from "vitest";
import { type ExecutionStatusChange, startEngine } from "../src/index.ts";

const heard: ExecutionStatusChange[] = [];
afterEach(() => heard.splice(0));

/** Runs a machine of one state to its end, and what was told of that. */
async function told(state: object, input = '{"a":1}', type = "STANDARD"): Promise<ExecutionStatusChange[]> {
  const engine = await startEngine({
    ...{ dataDir: null, port: null, region: "eu-west-1", accountId: "111111111111" },
    onExecutionEnd: (change) => heard.push(change),
  });
  const definition = JSON.stringify({ QueryLanguage: "JSONata", StartAt: "Only", States: { Only: state } });
  const roleArn = "arn:aws:iam::111111111111:role/test";
  await engine.api.call("CreateStateMachine", { name: "one", definition, roleArn, type });
  const stateMachineArn = "arn:aws:states:eu-west-1:111111111111:stateMachine:one";
  await engine.api.call("StartExecution", { stateMachineArn, name: "first", input });
  // The engine's last turn is over, and with it what it tells.
  await engine.close();
  return heard;
}

it("tells of a failed execution as the service tells EventBridge", async () => {
  const executionArn = "arn:aws:states:eu-west-1:111111111111:execution:one:first";
  expect(await told({ Type: "Fail", Error: "Broken", Cause: "on purpose" })).toEqual([
    {
      version: "0",
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      "detail-type": "Step Functions Execution Status Change",
      source: "aws.states",
      account: "111111111111",
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      region: "eu-west-1",
      resources: [executionArn],
      detail: {
        executionArn,
        stateMachineArn: "arn:aws:states:eu-west-1:111111111111:stateMachine:one",
        stateMachineVersionArn: null,
        stateMachineAliasArn: null,
        name: "first",
        status: "FAILED",
        startDate: expect.any(Number),
        stopDate: expect.any(Number),
        input: '{"a":1}',
        inputDetails: { included: true },
        output: null,
        outputDetails: null,
        error: "Broken",
        cause: "on purpose",
        redriveCount: 0,
        redriveDate: null,
        redriveStatus: "REDRIVABLE",
        redriveStatusReason: null,
      },
    },
  ]);
});

it("leaves out an input that is too long to be told with its output", async () => {
  const long = JSON.stringify({ text: "x".repeat(200_000) });
  const [change] = await told({ Type: "Pass", End: true }, long);
  expect(change?.detail).toMatchObject({
    status: "SUCCEEDED",
    input: null,
    inputDetails: { included: false },
    outputDetails: { included: true },
  });
});

it("tells nothing of Express executions", async () => {
  expect(await told({ Type: "Pass", End: true }, "{}", "EXPRESS")).toEqual([]);
});
