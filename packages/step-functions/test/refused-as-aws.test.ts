import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { systemClock } from "../src/execution/timer-heap.ts";
import { EngineUnderTest, ROLE } from "./engine-under-test.ts";

let running: EngineUnderTest;
beforeEach(async () => {
  running = await EngineUnderTest.start();
});
afterEach(() => running.close());

const pass = { StartAt: "A", States: { A: { Type: "Pass", End: true } } };
const definition = JSON.stringify({ QueryLanguage: "JSONata", ...pass });
const machine = { name: "one", definition, roleArn: ROLE };

const answer = (action: string, request: Record<string, unknown>) =>
  running.call(action, request).then(
    () => "accepted",
    ({ errorName, message }: { errorName: string; message: string }) => `${errorName}: ${message}`,
  );

const group = {
  cloudWatchLogsLogGroup: { logGroupArn: "arn:aws:logs:us-east-1:111111111111:log-group:g:*" },
};
const oneDestination =
  "InvalidLoggingConfiguration: Invalid Logging Configuration: Must specify exactly one Log Destination.";

describe("[fault D29] settings that the service refuses", () => {
  it.each([
    ["a log level without a destination", { level: "ALL" }],
    ["a log level with an empty list", { level: "ERROR", destinations: [], includeExecutionData: true }],
    ["two destinations", { level: "FATAL", destinations: [group, group] }],
    ["two destinations of a log that is off", { level: "OFF", destinations: [group, group] }],
  ])("%s", async (_what, loggingConfiguration) => {
    expect(await answer("CreateStateMachine", { ...machine, loggingConfiguration })).toBe(oneDestination);
    const stateMachineArn = await running.create(pass);
    expect(await answer("UpdateStateMachine", { stateMachineArn, loggingConfiguration })).toBe(
      oneDestination,
    );
  });

  it.each([
    [{}, { level: "OFF", includeExecutionData: false }],
    [{ destinations: [] }, { level: "OFF", includeExecutionData: false, destinations: [] }],
    [
      { level: "ALL", destinations: [group] },
      { level: "ALL", includeExecutionData: false, destinations: [group] },
    ],
  ])("but not logs as %j", async (given, loggingConfiguration) => {
    const request = { ...machine, loggingConfiguration: given };
    const { stateMachineArn } = await running.call("CreateStateMachine", request);
    expect(await running.call("DescribeStateMachine", { stateMachineArn })).toMatchObject({
      loggingConfiguration,
    });
    expect(await answer("CreateStateMachine", request)).toBe("accepted");
  });

  it("a description of a version that is not published", async () => {
    const words = "ValidationException: Version description can only be set when publish is true";
    const versionDescription = "first";
    expect(await answer("CreateStateMachine", { ...machine, versionDescription })).toBe(words);
    const stateMachineArn = await running.create(pass);
    expect(await answer("UpdateStateMachine", { stateMachineArn, definition, versionDescription })).toBe(
      words,
    );
  });

  it.each([
    [
      { type: "NONE" },
      /^ValidationException: .*enum value set: \[AWS_OWNED_KEY, CUSTOMER_MANAGED_KMS_KEY\]$/,
    ],
    [{ kmsKeyId: "alias/k" }, /^ValidationException: .*'encryptionConfiguration.type'.*must not be null$/],
    [{ type: "CUSTOMER_MANAGED_KMS_KEY" }, /^InvalidEncryptionConfiguration: /],
    [{ type: "AWS_OWNED_KEY", kmsKeyId: "alias/k" }, /^InvalidEncryptionConfiguration: /],
    [
      { type: "CUSTOMER_MANAGED_KMS_KEY", kmsKeyId: "k", kmsDataKeyReusePeriodSeconds: 59 },
      /^ValidationException: .*greater than or equal to 60$/,
    ],
  ])("the encryption %j of machines and activities", async (encryptionConfiguration, words) => {
    expect(await answer("CreateStateMachine", { ...machine, encryptionConfiguration })).toMatch(words);
    expect(await answer("CreateActivity", { name: "sort", encryptionConfiguration })).toMatch(words);
  });

  it("another encryption of an activity that is there; it is shown with its own", async () => {
    const encryptionConfiguration = { type: "CUSTOMER_MANAGED_KMS_KEY", kmsKeyId: "alias/k" };
    const { activityArn } = await running.call("CreateActivity", { name: "sort", encryptionConfiguration });
    expect(await running.call("DescribeActivity", { activityArn })).toMatchObject({
      encryptionConfiguration,
    });
    expect(await answer("CreateActivity", { name: "sort", encryptionConfiguration })).toBe("accepted");
    expect(await answer("CreateActivity", { name: "sort" })).toBe(
      `ActivityAlreadyExists: Activity Already Exists: '${String(activityArn)}'`,
    );
    const plain = await running.call("CreateActivity", { name: "plain" });
    expect(await running.call("DescribeActivity", { activityArn: plain.activityArn })).toMatchObject({
      encryptionConfiguration: { type: "AWS_OWNED_KEY" },
    });
  });
});

describe("[fault D29] tests of states that the service refuses", () => {
  const task = {
    Type: "Task",
    Resource: "arn:aws:states:::lambda:invoke",
    Arguments: { FunctionName: "f" },
    End: true,
  };
  const map = { Type: "Map", ItemProcessor: pass, End: true };
  const test = (state: object, more: object) =>
    answer("TestState", { definition: JSON.stringify({ QueryLanguage: "JSONata", ...state }), ...more });

  it("a task without a role, unless a mock stands in for it", async () => {
    expect(await test(task, {})).toBe(
      "ValidationException: RoleArn must be specified when testing a Task state",
    );
    expect(await test(task, { mock: { result: "{}" } })).toBe("accepted");
    expect(await test({ Type: "Succeed" }, {})).toBe("accepted");
  });

  it.each(["mapIterationFailureCount", "retrierRetryCount"])("a negative %s", async (member) => {
    const more = { input: "[1]", mock: { result: "[1]" }, stateConfiguration: { [member]: -1 } };
    expect(await test(map, more)).toBe(
      `ValidationException: 1 validation error detected: Value '-1' at 'stateConfiguration.${member}' failed to satisfy constraint: Member must have value greater than or equal to 0`,
    );
  });

  it("more failed iterations than there are items", async () => {
    const asked = (mapIterationFailureCount: number) =>
      test(map, {
        input: "[1, 2]",
        mock: { result: "[1, 2]" },
        stateConfiguration: { mapIterationFailureCount },
      });
    expect(await asked(2)).toBe("accepted");
    expect(await asked(3)).toMatch(/^ValidationException: .*mapIterationFailureCount \(3\)/);
  });
});

describe("[fault D29] a redrive", () => {
  let dataDir: string;
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), "engine-"));
  });
  afterEach(() => rmSync(dataDir, { recursive: true }));

  it("with a token that was sent before is answered as before, over a restart too", async () => {
    await running.close();
    running = await EngineUnderTest.start({ dataDir });
    const failing = { StartAt: "F", States: { F: { Type: "Fail" } } };
    const { executionArn } = await running.run(failing);
    const redrive = (clientToken: string) => running.call("RedriveExecution", { executionArn, clientToken });
    const described = () => running.call("DescribeExecution", { executionArn });
    expect(await described()).toMatchObject({ redriveCount: 0, redriveStatus: "REDRIVABLE" });
    expect(await described()).not.toHaveProperty("redriveDate");

    const first = await redrive("once");
    await running.ended(executionArn);
    await running.close();
    running = await EngineUnderTest.start({ dataDir });
    expect(await redrive("once")).toEqual(first);
    expect(await described()).toMatchObject({ redriveCount: 1, status: "FAILED", ...first });

    for (let count = 2; count <= 11; count += 1) {
      await redrive(`other ${count}`);
      await running.ended(executionArn);
    }
    await redrive("once");
    expect(await described()).toMatchObject({ redriveCount: 12 });
    expect(await answer("RedriveExecution", { executionArn, clientToken: "x".repeat(65) })).toMatch(
      /^ValidationException: .*'clientToken'/,
    );
  });

  it("is another one when its token is older than a quarter of an hour", async () => {
    await running.close();
    let passedMs = 0;
    const clock = { ...systemClock, now: () => systemClock.now() + passedMs };
    running = await EngineUnderTest.start({ clock });
    const { executionArn } = await running.run({ StartAt: "F", States: { F: { Type: "Fail" } } });
    for (const minutes of [0, 14, 16]) {
      passedMs = minutes * 60_000;
      await running.call("RedriveExecution", { executionArn, clientToken: "once" });
      await running.ended(executionArn);
    }
    expect(await running.call("DescribeExecution", { executionArn })).toMatchObject({ redriveCount: 2 });
  });
});
