import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nestsTooDeep } from "../src/definition/nesting.ts";
import { EngineUnderTest, ROLE } from "./engine-under-test.ts";

const nested = (depth: number) => `${"[".repeat(depth)}1${"]".repeat(depth)}`;
const pass = { StartAt: "P", States: { P: { Type: "Pass", End: true } } };

let test: EngineUnderTest;
beforeAll(async () => {
  test = await EngineUnderTest.start();
});
afterAll(() => test.close());

describe("JSON that is nested 5,000 levels deep", () => {
  it("is no input of an execution", async () => {
    const stateMachineArn = await test.create(pass);
    await expect(
      test.call("StartExecution", { stateMachineArn, input: nested(5_000) }),
    ).rejects.toMatchObject({
      errorName: "InvalidExecutionInput",
    });
  });

  it("is no definition", async () => {
    const definition = `{"StartAt":"P","States":{"P":{"Type":"Pass","Output":${nested(5_000)},"End":true}}}`;
    const request = { name: "deep", definition, roleArn: ROLE };
    await expect(test.call("CreateStateMachine", request)).rejects.toMatchObject({
      errorName: "InvalidDefinition",
    });
  });

  it("is no answer to a task, which goes on waiting", async () => {
    const activityArn = (await test.call<{ activityArn: string }>("CreateActivity", { name: "deep" }))
      .activityArn;
    const arn = await test.begin({
      StartAt: "T",
      States: { T: { Type: "Task", Resource: activityArn, End: true } },
    });
    const { taskToken } = await test.call<{ taskToken: string }>("GetActivityTask", { activityArn });
    await expect(test.call("SendTaskSuccess", { taskToken, output: nested(5_000) })).rejects.toMatchObject({
      errorName: "InvalidOutput",
    });
    await test.call("SendTaskSuccess", { taskToken, output: nested(1_000) });
    expect((await test.ended(arn)).status).toBe("SUCCEEDED");
  });

  it("fails the state that makes it, however that is done", async () => {
    const parsed = await test.run(
      { StartAt: "P", States: { P: { Type: "Pass", Output: "{% $parse($states.input) %}", End: true } } },
      nested(5_000),
    );
    expect(parsed.status).toBe("FAILED");
    const grown = await test.run({
      StartAt: "Set",
      States: {
        Set: { Type: "Pass", Assign: { deep: 1 }, Next: "Grow" },
        Grow: { Type: "Pass", Assign: { deep: ["{% $deep %}"] }, Next: "More" },
        More: { Type: "Choice", Choices: [{ Condition: "{% $deep = 0 %}", Next: "End" }], Default: "Grow" },
        End: { Type: "Succeed" },
      },
    });
    expect(grown).toMatchObject({ status: "FAILED", error: "States.Runtime" });
    expect(grown.cause).toContain("nested deeper than 1000 levels");
  });
});

it("counts levels, not brackets: neither those side by side nor those in text", () => {
  expect(nestsTooDeep(nested(1_000))).toBe(false);
  expect(nestsTooDeep(nested(1_001))).toBe(true);
  expect(nestsTooDeep(`[${"[],".repeat(5_000)}1]`)).toBe(false);
  expect(nestsTooDeep(JSON.stringify(`"\\${"[".repeat(5_000)}`))).toBe(false);
});
