import path from "node:path";
import { InvokeCommand, LambdaClient } from "@aws-sdk/client-lambda";
import { inProcessHandler } from "@drover/aws-local";
import { type LoopbackServer, startLoopbackServer } from "@drover/aws-local/loopback-server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createLambdaHost, type HostedFunction, type LambdaHost } from "#local/cloud/lambda/lambda-host.ts";
import { lambdaInvokeApi } from "#local/cloud/lambda/lambda-invoke-api.ts";

const hosted = (name: string, file: string, timeoutSeconds = 3): HostedFunction => ({
  name,
  entry: path.join(import.meta.dirname, "functions", file),
  timeoutSeconds,
  memoryMegabytes: 256,
  environment: { ECHO_GREETING: "hello" },
});
let host: LambdaHost;
let server: LoopbackServer;
let client: LambdaClient;
let requestCount: number;

beforeEach(async () => {
  vi.stubEnv("ANTHROPIC_API_KEY", "sk-ant-of-the-owner");
  requestCount = 0;
  host = createLambdaHost({
    functions: [
      hosted("echo", "echo.ts"),
      hosted("hasty", "echo.ts", 0.05),
      hosted("slow", "echo.ts", 60),
      hosted("missing", "missing.ts"),
      hosted("without-handler", "without-handler.ts"),
    ],
    environment: { AWS_REGION: "us-east-1" },
    hidden: ["ANTHROPIC_API_KEY"],
    region: "us-east-1",
    accountId: "000000000000",
    ids: () => `request-${++requestCount}`,
    clock: () => new Date(0),
    accountConcurrency: 2,
  });
  server = await startLoopbackServer({
    answer: lambdaInvokeApi(host),
    bodyLimitBytes: 8_000_000,
    tooLarge: { status: 413, headers: {}, body: "" },
  });
  client = new LambdaClient({
    region: "us-east-1",
    endpoint: server.url,
    credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
    maxAttempts: 1,
  });
});
afterEach(async () => {
  client.destroy();
  host.close();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  await server.close();
});

const invoke = async (event: unknown, FunctionName = "echo", from = client) => {
  const answer = await from.send(new InvokeCommand({ FunctionName, Payload: JSON.stringify(event) }));
  return { ...answer, payload: JSON.parse(answer.Payload?.transformToString() ?? "null") };
};

it("is warm when it has loaded all that can be loaded", async () => {
  await host.warm();
  expect(await host.invoke("echo", {})).toMatchObject({ failed: false });
  expect(await host.invoke("missing", {})).toMatchObject({ failed: true });
});

describe("an invocation", () => {
  it("does not see the secrets of whoever started the farm, who has them back afterwards", async () => {
    expect((await invoke({})).payload).not.toHaveProperty("modelKey");
    host.close();
    expect(process.env.ANTHROPIC_API_KEY).toBe("sk-ant-of-the-owner");
  });

  it("gives the function its event, context and environment, by name and by ARN", async () => {
    const { payload } = await invoke({ a: 1 }, host.arnOf("echo"));
    expect(payload).toEqual({
      event: { a: 1 },
      requestId: "request-1",
      arn: "arn:aws:lambda:us-east-1:000000000000:function:echo",
      remaining: 3_000,
      greeting: "hello",
    });
    expect((await invoke({ a: 2 })).payload.requestId).toBe("request-2");
  });

  it("answers a client of its own process without a socket", async () => {
    const inside = new LambdaClient({
      region: "us-east-1",
      credentials: { accessKeyId: "FARM", secretAccessKey: "s" },
      requestHandler: inProcessHandler(lambdaInvokeApi(host), "127.0.0.1"),
    });
    expect((await invoke({ b: 1 }, "echo", inside)).payload.event).toEqual({ b: 1 });
  });

  it("answers what a function throws by the error's name, for ErrorEquals", async () => {
    const { FunctionError, payload, StatusCode } = await invoke({
      throw: { name: "ModelTimeout", message: "60 s" },
    });
    expect([StatusCode, FunctionError]).toEqual([200, "Unhandled"]);
    expect(payload).toMatchObject({ errorType: "ModelTimeout", errorMessage: "60 s" });
    expect(payload.trace[0]).toBe("ModelTimeout: 60 s");
  });

  it("ends at the function's timeout", async () => {
    const { FunctionError, payload } = await invoke({ never: true }, "hasty");
    expect(FunctionError).toBe("Unhandled");
    expect(payload).toEqual({
      errorType: "Sandbox.Timedout",
      errorMessage: "RequestId: request-1 Error: Task timed out after 0.05 seconds",
    });
    expect(host.throttle("hasty")).toBeNull();
  });

  it.each([
    ["missing", "Runtime.ImportModuleError"],
    ["without-handler", "Runtime.HandlerNotFound"],
  ])("says that function %s cannot be loaded: %s", async (name, errorType) => {
    expect((await invoke({}, name)).payload).toMatchObject({ errorType });
  });

  it("refuses an answer beyond 6 MB", async () => {
    expect((await invoke({ answerBytes: 6_291_557 })).payload.errorType).toBe(
      "Function.ResponseSizeTooLarge",
    );
  });
});

describe("Lambda's refusals", () => {
  it("[fault D29] does not find an unknown function or version, and names which", async () => {
    const name = "ResourceNotFoundException";
    const arn = (version: string) => ({ name, message: `Function not found: ${host.arnOf(version)}` });
    await expect(invoke({}, "nope")).rejects.toMatchObject(arn("nope:$LATEST"));
    await expect(invoke({}, `${host.arnOf("echo")}:7`)).rejects.toMatchObject(arn("echo:7"));
  });

  it("throttles beyond the concurrency limit, and not after it", async () => {
    const held = Promise.withResolvers<void>();
    vi.stubGlobal("heldCalls", held.promise);
    const settled = Promise.all([invoke({ held: true }, "slow"), invoke({ held: true }, "slow")]);
    await expect.poll(() => host.throttle("echo")).toBe("ConcurrentInvocationLimitExceeded");
    await expect(invoke({})).rejects.toMatchObject({
      name: "TooManyRequestsException",
      Reason: "ConcurrentInvocationLimitExceeded",
    });
    // Who calls without the Invoke API is told as of a function that failed.
    expect(await host.invoke("echo", {})).toEqual({
      failed: true,
      payload: '{"errorType":"TooManyRequestsException","errorMessage":"Rate Exceeded."}',
    });
    held.resolve();
    await settled;
    expect((await invoke({ after: true })).payload.event).toEqual({ after: true });
  });

  it("refuses a request beyond 6 MB and one that is no JSON", async () => {
    await expect(invoke("x".repeat(6_291_456))).rejects.toMatchObject({ name: "RequestTooLargeException" });
    await expect(
      client.send(new InvokeCommand({ FunctionName: "echo", Payload: "{" })),
    ).rejects.toMatchObject({ name: "InvalidRequestContentException" });
  });

  it("refuses a log tail, which it does not have", async () => {
    await expect(
      client.send(new InvokeCommand({ FunctionName: "echo", LogType: "Tail" })),
    ).rejects.toMatchObject({ name: "InvalidParameterValueException" });
  });
});

it("answers Event and DryRun without a payload", async () => {
  const send = async (InvocationType: "Event" | "DryRun") =>
    (await client.send(new InvokeCommand({ FunctionName: "echo", InvocationType, Payload: "{}" })))
      .StatusCode;
  expect([await send("DryRun"), requestCount, await send("Event")]).toEqual([204, 0, 202]);
  expect(requestCount).toBe(1);
});

it("refuses functions that disagree on a variable, because they share a process", () => {
  const functions = [
    { ...hosted("a", "echo.ts"), environment: { X: "1" } },
    { ...hosted("b", "echo.ts"), environment: { X: "2" } },
  ];
  expect(() =>
    createLambdaHost({
      functions,
      environment: {},
      region: "us-east-1",
      accountId: "000000000000",
      ids: () => "id",
      clock: () => new Date(0),
    }),
  ).toThrow('Two functions need different values for X, "1" and "2"');
});

it("puts the process's environment back when it closes", () => {
  expect(process.env.ECHO_GREETING).toBe("hello");
  host.close();
  expect(process.env.ECHO_GREETING).toBeUndefined();
});
