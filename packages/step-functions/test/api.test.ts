import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  ListExecutionsCommand,
  SFNClient,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
  ValidateStateMachineDefinitionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../src/start-engine.ts";

const roleArn = "arn:aws:iam::111111111111:role/test";
const CONFIG = {
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
};
const pass = (Output: unknown) => ({ StartAt: "P", States: { P: { Type: "Pass", Output, End: true } } });
const wait = { StartAt: "W", States: { W: { Type: "Wait", Seconds: 600, End: true } } };

let engine: RunningEngine;
let client: SFNClient;

beforeAll(async () => {
  engine = await startEngine({ dataDir: null, region: "us-east-1", accountId: "111111111111" });
  client = new SFNClient({ ...CONFIG, endpoint: engine.url });
});

afterAll(async () => {
  client.destroy();
  await engine.close();
});

async function create(name: string, definition: object): Promise<string> {
  const text = JSON.stringify({ QueryLanguage: "JSONata", ...definition });
  const answer = await client.send(new CreateStateMachineCommand({ name, definition: text, roleArn }));
  return answer.stateMachineArn ?? "";
}

async function ended(executionArn: string | undefined) {
  for (;;) {
    const description = await client.send(new DescribeExecutionCommand({ executionArn }));
    if (description.status !== "RUNNING") return description;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

describe("StartExecution", () => {
  it("is idempotent by name while the execution runs with the same input", async () => {
    const stateMachineArn = await create("idempotent", wait);
    const start = (input: string) =>
      client.send(new StartExecutionCommand({ stateMachineArn, name: "one", input }));
    const first = await start('{"a":1}');
    expect(await start('{"a":1}')).toMatchObject({
      executionArn: first.executionArn,
      startDate: first.startDate,
    });
    await expect(start('{"a":2}')).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
    await client.send(new StopExecutionCommand({ executionArn: first.executionArn, error: "E", cause: "c" }));
    expect(await ended(first.executionArn)).toMatchObject({ status: "ABORTED", error: "E", cause: "c" });
    const { events } = await client.send(
      new GetExecutionHistoryCommand({ executionArn: first.executionArn }),
    );
    expect(events?.at(-1)).toMatchObject({ type: "ExecutionAborted", id: 3, previousEventId: 0 });
    await expect(start('{"a":1}')).rejects.toMatchObject({ name: "ExecutionAlreadyExists" });
  });

  it.each([
    ["a name with a space", { name: "a b" }, "InvalidName"],
    ["a name of 81 characters", { name: "x".repeat(81) }, "InvalidName"],
    ["a name with a control character", { name: "a\u0001" }, "InvalidName"],
    ["input that is no JSON", { input: "{" }, "InvalidExecutionInput"],
    ["input above the quota", { input: JSON.stringify("x".repeat(262_143)) }, "ValidationException"],
    ["an ARN that is none", { stateMachineArn: "machine" }, "InvalidArn"],
  ])("refuses %s", async (_what, bad, name) => {
    const stateMachineArn = await create("strict", pass("done"));
    await expect(client.send(new StartExecutionCommand({ stateMachineArn, ...bad }))).rejects.toMatchObject({
      name,
    });
  });

  it("refuses a machine that is not there", async () => {
    const stateMachineArn = "arn:aws:states:us-east-1:111111111111:stateMachine:none";
    await expect(client.send(new StartExecutionCommand({ stateMachineArn }))).rejects.toMatchObject({
      name: "StateMachineDoesNotExist",
    });
  });
});

describe("state machines", () => {
  it("are created once for the same definition and refused for another", async () => {
    const first = await create("twice", pass(1));
    expect(await create("twice", pass(1))).toBe(first);
    await expect(create("twice", pass(2))).rejects.toMatchObject({ name: "StateMachineAlreadyExists" });
  });

  it("keep the definition that a running execution started with", async () => {
    const stateMachineArn = await create("updated", {
      StartAt: "W",
      States: { W: { Type: "Wait", Seconds: 1, Next: "P" }, P: { Type: "Pass", Output: "old", End: true } },
    });
    const { executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn }));
    const definition = JSON.stringify({ QueryLanguage: "JSONata", ...pass("new") });
    await client.send(new UpdateStateMachineCommand({ stateMachineArn, definition }));
    const later = await client.send(new StartExecutionCommand({ stateMachineArn }));
    expect((await ended(later.executionArn)).output).toBe('"new"');
    expect((await ended(executionArn)).output).toBe('"old"');
  });

  it("are refused in JSONPath with a sentence that says so and what to write", async () => {
    const States = { P: { Type: "Pass", Parameters: { "a.$": "$.b" }, End: true } };
    const definition = JSON.stringify({ StartAt: "P", States });
    await expect(
      client.send(new CreateStateMachineCommand({ name: "paths", definition, roleArn })),
    ).rejects.toMatchObject({
      name: "InvalidDefinition",
      message: expect.stringContaining(
        "this engine does not run JSONPath yet: set QueryLanguage to 'JSONata' on the state machine, and write field 'Parameters' at /States/P as 'Arguments'",
      ),
    });
  });

  it("are refused with what is wrong and where", async () => {
    await expect(
      create("broken", { StartAt: "X", States: { P: { Type: "Pass", Next: "Q" } } }),
    ).rejects.toMatchObject({
      name: "InvalidDefinition",
      message: expect.stringContaining("/States/P/Next"),
    });
    const validate = new ValidateStateMachineDefinitionCommand({ definition: "{" });
    expect(await client.send(validate)).toMatchObject({ result: "FAIL", truncated: false });
  });
});

describe("histories and lists", () => {
  it("come in pages, forwards and backwards, with or without data", async () => {
    const stateMachineArn = await create("paged", pass({ a: 1 }));
    const { executionArn } = await client.send(
      new StartExecutionCommand({ stateMachineArn, input: '{"secret":1}' }),
    );
    await ended(executionArn);
    const ids: (number | undefined)[] = [];
    let nextToken: string | undefined;
    do {
      const request = { executionArn, maxResults: 3, reverseOrder: true, nextToken };
      const page = await client.send(new GetExecutionHistoryCommand(request));
      ids.push(...(page.events ?? []).map(({ id }) => id));
      nextToken = page.nextToken;
    } while (nextToken !== undefined);
    expect(ids).toEqual([4, 3, 2, 1]);
    const bare = await client.send(
      new GetExecutionHistoryCommand({ executionArn, includeExecutionData: false }),
    );
    expect(JSON.stringify(bare.events)).not.toContain("secret");
  });

  it("list executions newest first, by status, page by page", async () => {
    const stateMachineArn = await create("listed", pass(1));
    const names = ["a", "b", "c"];
    for (const name of names) {
      const { executionArn } = await client.send(new StartExecutionCommand({ stateMachineArn, name }));
      await ended(executionArn);
    }
    const first = await client.send(new ListExecutionsCommand({ stateMachineArn, maxResults: 2 }));
    expect(first.executions?.map(({ name }) => name)).toEqual(["c", "b"]);
    const { nextToken } = first;
    const second = await client.send(
      new ListExecutionsCommand({ stateMachineArn, maxResults: 2, nextToken }),
    );
    expect(second.executions?.map(({ name }) => name)).toEqual(["a"]);
    const failed = await client.send(new ListExecutionsCommand({ stateMachineArn, statusFilter: "FAILED" }));
    expect(failed.executions).toEqual([]);
  });
});

describe("the wire", () => {
  it("serves a client in the same process without a socket", async () => {
    const requestHandler = engine.requestHandler as never;
    const inside = new SFNClient({ ...CONFIG, endpoint: "http://engine.invalid", requestHandler });
    const executionArn = "arn:aws:states:us-east-1:111111111111:execution:none:none";
    await expect(inside.send(new DescribeExecutionCommand({ executionArn }))).rejects.toMatchObject({
      name: "ExecutionDoesNotExist",
    });
  });

  it("refuses web pages and names that were rebound to loopback", async () => {
    const headers = { "x-amz-target": "AWSStepFunctions.ListStateMachines" };
    const page = await fetch(engine.url, {
      method: "POST",
      headers: { ...headers, origin: "http://evil" },
      body: "{}",
    });
    expect(page.status).toBe(403);
    const ours = await fetch(engine.url, { method: "POST", headers, body: "{}" });
    expect(ours.status).toBe(200);
  });

  it("names an operation it does not know", async () => {
    const headers = { "x-amz-target": "AWSStepFunctions.PublishNothing" };
    const answer = await fetch(engine.url, { method: "POST", headers, body: "{}" });
    expect(await answer.json()).toMatchObject({ __type: "UnknownOperationException" });
  });
});
