import { LambdaClient } from "@aws-sdk/client-lambda";
import { SQSClient } from "@aws-sdk/client-sqs";
import { afterEach, describe, expect, it } from "vitest";
import {
  EngineUnderTest,
  type ServiceAnswer,
  type ServiceCall,
  serviceHandler,
} from "./engine-under-test.ts";

const CONFIG = {
  region: "us-east-1",
  credentials: { accessKeyId: "a", secretAccessKey: "b" },
  maxAttempts: 1,
};

function lambda(answer: (call: ServiceCall) => ServiceAnswer | Promise<ServiceAnswer>): LambdaClient {
  return new LambdaClient({ ...CONFIG, requestHandler: serviceHandler(answer) as never });
}

function sqs(answer: (call: ServiceCall) => ServiceAnswer | Promise<ServiceAnswer>): SQSClient {
  return new SQSClient({
    ...CONFIG,
    md5: false,
    useQueueUrlAsEndpoint: false,
    requestHandler: serviceHandler(answer) as never,
  });
}

const invoke = (more: object = {}) => ({
  StartAt: "Call",
  States: {
    Call: {
      Type: "Task",
      Resource: "arn:aws:states:::lambda:invoke",
      Arguments: { FunctionName: "greet", Payload: { name: "{% $states.input.name %}" } },
      Output: "{% $states.result.Payload %}",
      End: true,
      ...more,
    },
  },
});

const callback = (more: object = {}) => ({
  StartAt: "Ask",
  States: {
    Ask: {
      Type: "Task",
      Resource: "arn:aws:states:::sqs:sendMessage.waitForTaskToken",
      Arguments: {
        QueueUrl: "http://sqs/queue",
        MessageBody: { token: "{% $states.context.Task.Token %}", x: "{% $states.input.x %}" },
      },
      End: true,
      ...more,
    },
    ...("Catch" in more ? { Lost: { Type: "Succeed" } } : {}),
  },
});

let running: EngineUnderTest | undefined;
afterEach(async () => {
  await running?.close();
  running = undefined;
});

describe("lambda:invoke", () => {
  it("hands the payload over and takes the answer's payload as JSON", async () => {
    running = await EngineUnderTest.start({
      clients: { lambda: lambda(({ body }) => ({ body: { hello: (body as { name: string }).name } })) },
    });
    const ran = await running.run(invoke(), { name: "Ada" });
    expect(ran.output).toEqual({ hello: "Ada" });
    expect(ran.types).toEqual([
      "ExecutionStarted",
      "TaskStateEntered",
      "TaskScheduled",
      "TaskStarted",
      "TaskSucceeded",
      "TaskStateExited",
      "ExecutionSucceeded",
    ]);
  });

  it("retries an unhandled error by its name and goes on when the function recovers", async () => {
    let calls = 0;
    running = await EngineUnderTest.start({
      random: () => 0,
      clients: {
        lambda: lambda(() => {
          calls += 1;
          if (calls > 2) return { body: "done" };
          const body = { errorType: "FlakyError", errorMessage: "try again" };
          return { headers: { "x-amz-function-error": "Unhandled" }, body };
        }),
      },
    });
    const Retry = [{ ErrorEquals: ["FlakyError"], IntervalSeconds: 1, JitterStrategy: "FULL" }];
    const ran = await running.run(invoke({ Retry }), { name: "x" });
    expect(ran.output).toBe("done");
    expect(calls).toBe(3);
    expect(ran.types.filter((type) => type === "TaskScheduled")).toHaveLength(3);
    expect(ran.types.filter((type) => type === "TaskStateEntered")).toHaveLength(1);
  });

  it("gives Catch the error's name and the payload as cause", async () => {
    running = await EngineUnderTest.start({
      clients: {
        lambda: lambda(() => ({
          headers: { "x-amz-function-error": "Unhandled" },
          body: { errorType: "BadThing", errorMessage: "no" },
        })),
      },
    });
    const definition = invoke({
      Catch: [
        {
          ErrorEquals: ["BadThing"],
          Assign: { what: "{% $states.errorOutput.Error %}" },
          Output: "{% $parse($states.errorOutput.Cause).errorMessage %}",
          Next: "After",
        },
      ],
    });
    const States = {
      ...definition.States,
      After: { Type: "Pass", Output: "{% $what & $states.input %}", End: true },
    };
    const ran = await running.run({ ...definition, States }, { name: "x" });
    expect(ran.output).toBe("BadThingno");
  });

  it("names a throttled call as the service does", async () => {
    running = await EngineUnderTest.start({
      clients: {
        lambda: lambda(() => ({
          statusCode: 429,
          headers: { "x-amzn-errortype": "TooManyRequestsException" },
          body: { message: "Rate Exceeded." },
        })),
      },
    });
    const ran = await running.run(invoke(), { name: "x" });
    expect(ran.error).toBe("Lambda.TooManyRequestsException");
    expect(ran.cause).toContain("Rate Exceeded. (Service: AWSLambda; Status Code: 429;");
  });
});

describe("lambda:invoke.waitForTaskToken", () => {
  it("goes on when the function answers its own token and works on", async () => {
    const finish = Promise.withResolvers<ServiceAnswer>();
    running = await EngineUnderTest.start({
      clients: {
        lambda: lambda(async ({ body }) => {
          const { token } = body as { token: string };
          await running?.call("SendTaskSuccess", { taskToken: token, output: '"early"' });
          return await finish.promise;
        }),
      },
    });
    const ran = await running.run(
      invoke({
        Resource: "arn:aws:states:::lambda:invoke.waitForTaskToken",
        Arguments: { FunctionName: "f", Payload: { token: "{% $states.context.Task.Token %}" } },
        Output: "{% $states.result %}",
        TimeoutSeconds: 60,
      }),
    );
    expect(ran.output).toBe("early");
    expect(ran.types).not.toContain("TaskSubmitted");
    finish.resolve({ body: null });
  });
});

describe("sqs:sendMessage.waitForTaskToken", () => {
  async function asked(more: object = {}) {
    const bodies: { token: string; x: number }[] = [];
    running = await EngineUnderTest.start({
      clients: {
        sqs: sqs(({ body }) => {
          bodies.push(JSON.parse((body as { MessageBody: string }).MessageBody));
          return { body: { MessageId: "m" } };
        }),
      },
    });
    const arn = await running.begin(callback(more), { x: 7 });
    while (bodies.length === 0) await new Promise((resolve) => setImmediate(resolve));
    return { running, arn, message: bodies[0] as { token: string; x: number } };
  }

  it("waits for the answer to the token it sent", async () => {
    const { running, arn, message } = await asked();
    await running.call("SendTaskSuccess", { taskToken: message.token, output: '{"ok":true}' });
    const ran = await running.ended(arn);
    expect(message.x).toBe(7);
    expect(ran.output).toEqual({ ok: true });
    expect(ran.types).toContain("TaskSubmitted");
  });

  it("refuses a second answer as the service does", async () => {
    const { running, arn, message } = await asked();
    await running.call("SendTaskFailure", { taskToken: message.token, error: "E", cause: "c" });
    await expect(
      running.call("SendTaskSuccess", { taskToken: message.token, output: "1" }),
    ).rejects.toMatchObject({
      errorName: "TaskTimedOut",
    });
    await expect(
      running.call("SendTaskSuccess", { taskToken: "nonsense", output: "1" }),
    ).rejects.toMatchObject({
      errorName: "InvalidToken",
    });
    expect(await running.ended(arn)).toMatchObject({ status: "FAILED", error: "E", cause: "c" });
  });

  it("times out, and an answer after that is refused", async () => {
    const { running, arn, message } = await asked({ TimeoutSeconds: 1 });
    const ran = await running.ended(arn);
    expect(ran).toMatchObject({ status: "FAILED", error: "States.Timeout" });
    expect(ran.types.at(-2)).toBe("TaskTimedOut");
    await expect(running.call("SendTaskHeartbeat", { taskToken: message.token })).rejects.toMatchObject({
      errorName: "TaskTimedOut",
    });
  });

  it("a missed heartbeat is caught as States.HeartbeatTimeout", async () => {
    const { running, arn } = await asked({
      TimeoutSeconds: 60,
      HeartbeatSeconds: 1,
      Catch: [{ ErrorEquals: ["States.HeartbeatTimeout"], Output: "lost", Next: "Lost" }],
    });
    expect(await running.ended(arn)).toMatchObject({ status: "SUCCEEDED", output: "lost" });
  });
});
