import { LambdaClient } from "@aws-sdk/client-lambda";
import { S3Client } from "@aws-sdk/client-s3";
import { SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, describe, expect, it } from "vitest";
import { EngineUnderTest, serviceHandler } from "./engine-under-test.ts";

const CONFIG = {
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
};

let running: EngineUnderTest | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

const one = (state: object, others: object = {}) => ({
  StartAt: "S",
  States: { S: { End: true, ...state }, ...others },
});

const caught = {
  Catch: [{ ErrorEquals: ["States.ALL"], Next: "Shown" }],
  Next: "Shown",
  End: undefined,
};
const shown = { Shown: { Type: "Succeed" } };

const askQueue = {
  Type: "Task",
  Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
  Arguments: { QueueUrl: "http://sqs/queue", MessageBody: "{% $states.context.Task.Token %}" },
};

/** Starts a machine whose task sends its token to a queue, and waits for the token. */
async function asked(definition: object) {
  const tokens = Promise.withResolvers<string>();
  const sqs = new SQSClient({
    ...CONFIG,
    md5: false,
    useQueueUrlAsEndpoint: false,
    requestHandler: serviceHandler(({ body }) => {
      tokens.resolve((body as { MessageBody: string }).MessageBody);
      return { body: { MessageId: "m" } };
    }) as never,
  });
  running = await EngineUnderTest.start({ clients: { sqs } });
  const arn = await running.begin(definition);
  return { engine: running, arn, taskToken: await tokens.promise };
}

describe("a failure without words", () => {
  it("of a task that timed out is caught with an empty cause, and recorded without one", async () => {
    const { engine, arn } = await asked(one({ ...askQueue, TimeoutSeconds: 1, ...caught }, shown));
    const ran = await engine.ended(arn);
    expect(ran.output).toEqual({ Error: "States.Timeout", Cause: "" });
    expect(ran.events.find(({ type }) => type === "TaskTimedOut")?.taskTimedOutEventDetails).toEqual({
      resourceType: "sqs",
      resource: "sendMessage.waitForTaskToken",
      error: "States.Timeout",
    });
  });

  it("sent by SendTaskFailure fails the execution without error and cause", async () => {
    const { engine, arn, taskToken } = await asked(one(askQueue));
    await engine.call("SendTaskFailure", { taskToken });
    const ran = await engine.ended(arn);
    expect(ran).toMatchObject({ status: "FAILED" });
    expect(ran).not.toHaveProperty("error");
    expect(ran).not.toHaveProperty("cause");
    expect(ran.events.at(-2)?.taskFailedEventDetails).toEqual({
      resourceType: "sqs",
      resource: "sendMessage.waitForTaskToken",
    });
    expect(ran.events.at(-1)?.executionFailedEventDetails).toEqual({});
  });

  it("sent by SendTaskFailure is caught with empty texts", async () => {
    const { engine, arn, taskToken } = await asked(one({ ...askQueue, ...caught }, shown));
    await engine.call("SendTaskFailure", { taskToken });
    expect((await engine.ended(arn)).output).toEqual({ Error: "", Cause: "" });
  });

  it("of a Fail state ends the execution with empty details, and is caught with empty texts", async () => {
    running = await EngineUnderTest.start();
    const fail = { Type: "Fail" };
    const ran = await running.run({ StartAt: "F", States: { F: fail } });
    expect(ran.status).toBe("FAILED");
    expect(ran.events.at(-1)).toMatchObject({ type: "ExecutionFailed", executionFailedEventDetails: {} });
    const inside = { Type: "Parallel", Branches: [{ StartAt: "F", States: { F: fail } }], ...caught };
    expect((await running.run(one(inside, shown))).output).toEqual({ Error: "", Cause: "" });
  });
});

describe("what a function is sent", () => {
  async function sent(state: object, input: unknown = {}): Promise<string | undefined> {
    const bodies: (string | undefined)[] = [];
    const handle = async ({ body }: { body?: Uint8Array | string }) => {
      bodies.push(body === undefined ? undefined : Buffer.from(body).toString());
      return { response: { statusCode: 200, headers: {}, body: Buffer.from("1") } };
    };
    const requestHandler = { metadata: { handlerProtocol: "h1" }, handle } as never;
    running = await EngineUnderTest.start({
      clients: { lambda: new LambdaClient({ ...CONFIG, requestHandler }) },
    });
    await running.run(one({ Type: "Task", ...state }), input);
    return bodies[0];
  }
  const invoke = (Payload: unknown) => ({
    Resource: "arn:aws:states:::lambda:invoke",
    Arguments: { FunctionName: "f", Payload },
  });
  const bare = { Resource: "arn:aws:lambda:us-east-1:111111111111:function:f" };

  it.each([
    ["text as it is", invoke('{"a": 1}'), {}, '{"a": 1}'],
    ["text that an expression gives as it is", invoke("{% '[1, 2]' %}"), {}, "[1, 2]"],
    ["null as an empty object", invoke(null), {}, "{}"],
    ["anything else as JSON", invoke([1, "two", null]), {}, '[1,"two",null]'],
    ["a bare function's input as the JSON it is, text too", bare, "hello", '"hello"'],
  ])("is %s", async (_what, state, input, body) => {
    expect(await sent(state, input)).toBe(body);
  });
});

describe("what S3 is sent", () => {
  async function stored(Arguments: object): Promise<string> {
    const chunks: Buffer[] = [];
    const handle = async ({ body }: { body?: Uint8Array | string | AsyncIterable<Uint8Array> }) => {
      if (typeof body === "string" || body instanceof Uint8Array) chunks.push(Buffer.from(body));
      else if (body !== undefined) for await (const chunk of body) chunks.push(Buffer.from(chunk));
      return { response: { statusCode: 200, headers: { etag: '"e"' }, body: Buffer.alloc(0) } };
    };
    const requestHandler = { metadata: { handlerProtocol: "h1" }, handle } as never;
    const s3 = new S3Client({ ...CONFIG, forcePathStyle: true, requestHandler });
    running = await EngineUnderTest.start({ clients: { s3 } });
    const put = { Type: "Task", Resource: "arn:aws:states:::aws-sdk:s3:putObject", Arguments };
    const ran = await running.run(one(put));
    expect(ran).toMatchObject({ status: "SUCCEEDED", output: { ETag: '"e"' } });
    return Buffer.concat(chunks).toString();
  }

  it.each([
    ["text in quotes", { Body: "two\nlines" }, '"two\\nlines"'],
    ["an object as JSON without spaces", { Body: { a: [1, true] } }, '{"a":[1,true]}'],
    ["empty text as two quotes", { Body: "" }, '""'],
    ["nothing as an empty object", {}, ""],
  ])("is %s", async (_what, body, text) => {
    expect(await stored({ Bucket: "b", Key: "k", ...body })).toBe(text);
  });
});

describe("the context object", () => {
  it("counts retries in a Task and in no other state", async () => {
    running = await EngineUnderTest.start();
    const state = "{% $states.context.State %}";
    const pass = await running.run(one({ Type: "Pass", Output: state }));
    expect(Object.keys(pass.output as object)).toEqual(["EnteredTime", "Name"]);
    const inner = await running.create(one({ Type: "Pass" }));
    const start = {
      Type: "Task",
      Resource: "arn:aws:states:::states:startExecution",
      Arguments: { StateMachineArn: inner },
      Output: state,
    };
    expect((await running.run(one(start))).output).toMatchObject({ RetryCount: 0 });
  });

  it.each([".sync", ".sync:2"])("has a task token in a task that is %s", async (suffix) => {
    running = await EngineUnderTest.start();
    const inner = await running.create(one({ Type: "Pass" }));
    const start = {
      Type: "Task",
      Resource: `arn:aws:states:::states:startExecution${suffix}`,
      Arguments: { StateMachineArn: inner, Input: { token: "{% $states.context.Task.Token %}" } },
    };
    const ran = await running.run(one(start));
    expect(ran.status).toBe("SUCCEEDED");
    expect(JSON.stringify(ran.output)).toMatch(/AQD[A-Za-z0-9+/]{96}/);
  });
});

describe("histories", () => {
  it("show no variables where Assign is empty", async () => {
    running = await EngineUnderTest.start();
    const ran = await running.run(one({ Type: "Pass", Assign: {} }));
    expect(ran.events[2]?.stateExitedEventDetails).toEqual({
      name: "S",
      output: "{}",
      outputDetails: { truncated: false },
    });
  });

  it("write what a Map puts together without spaces, whatever its iterations answered", async () => {
    const { engine, arn, taskToken } = await asked(
      one({
        Type: "Map",
        Items: [1],
        ItemProcessor: { StartAt: "Q", States: { Q: { ...askQueue, End: true } } },
      }),
    );
    await engine.call("SendTaskSuccess", { taskToken, output: '{ "a b" : [ 1.0, "x  y" ] }' });
    await engine.ended(arn);
    const exited = (await engine.history(arn)).find(({ type }) => type === "MapStateExited");
    expect(exited?.stateExitedEventDetails).toMatchObject({ output: '[{"a b":[1.0,"x  y"]}]' });
  });
});

describe("a Map over what is no array", () => {
  it.each([
    ["object", { a: 1 }],
    ["string", "text"],
    ["null", null],
  ])("names the expression of Items and the %s it gave", async (type, items) => {
    running = await EngineUnderTest.start();
    const ItemProcessor = { StartAt: "P", States: { P: { Type: "Pass", End: true } } };
    const ran = await running.run(one({ Type: "Map", Items: "{% $states.input.items %}", ItemProcessor }), {
      items,
    });
    expect(ran.error).toBe("States.QueryEvaluationError");
    expect(ran.cause).toBe(
      `An error occurred while executing the state 'S' (entered at the event id #2). The JSONata expression '$states.input.items' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was '${type}' for value: ${JSON.stringify(items)}`,
    );
    expect(ran.types.slice(-3)).toEqual(["EvaluationFailed", "MapStateFailed", "ExecutionFailed"]);
    expect(ran.events.at(-3)?.evaluationFailedEventDetails).toMatchObject({ location: "Items", state: "S" });
  });
});
