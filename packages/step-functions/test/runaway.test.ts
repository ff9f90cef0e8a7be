import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { EngineUnderTest } from "./engine-under-test.ts";

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "engine-"));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

const passing = (output: unknown) => ({
  StartAt: "P",
  States: { P: { Type: "Pass", Output: output, End: true } },
});

const backtracking = passing("{% $contains($states.input.text, /^(a+)+$/) %}");
const long = { text: `${"a".repeat(40)}!` };
const TIMEOUT = "Expression evaluation timeout: Check for infinite loop";

const backtracks = "a regular expression that backtracks";
const runaways: readonly (readonly [what: string, source: string])[] = [
  [backtracks, "$contains($states.input.text, /^(a+)+$/)"],
  ["a recursion without an end", "($f := function($n) { $f($n + 1) }; $f(0))"],
  ["a built-in function over a huge range", "$distinct([1..300000])"],
  ["ranges inside ranges", "$count([1..3000].([1..3000].([1..3000])))"],
  ["paths inside paths over a long list", "$count($l.($l.($l.($l.$))))"],
];

const keepingAList = (source: string) => ({
  StartAt: "A",
  States: {
    A: { Type: "Pass", Assign: { l: "{% $states.input.list %}" }, Next: "P" },
    P: { Type: "Pass", Output: `{% ${source} %}`, End: true },
  },
});

describe("expressions that do not end", () => {
  // They wait for one another in the thread for long evaluations, each for its service's second: one engine has them all.
  let test: EngineUnderTest;
  const begun = new Map<string, string>();
  beforeAll(async () => {
    test = await EngineUnderTest.start();
    const input = { ...long, list: Array.from({ length: 2_000 }, (_, index) => index) };
    for (const [, source] of runaways) begun.set(source, await test.begin(keepingAList(source), input));
  });
  afterAll(() => test.close());

  it("keep no other execution waiting", async () => {
    for (let count = 0; count < 20; count += 1) {
      expect((await test.run(passing("{% $states.input.n + 1 %}"), { n: count })).output).toBe(count + 1);
    }
    // The last is there for at least as long as all together.
    const executionArn = begun.get(runaways.at(-1)?.[1] ?? "") ?? "";
    expect(await test.call("DescribeExecution", { executionArn })).toMatchObject({ status: "RUNNING" });
  });

  it.each(runaways)("fail alone: %s", async (what, source) => {
    const ran = await test.ended(begun.get(source) ?? "");
    expect(ran).toMatchObject({ status: "FAILED", error: "States.QueryEvaluationError" });
    expect(ran.cause).toMatch(new RegExp(`${TIMEOUT}|memory limit exceeded`));
    if (what === backtracks) expect(ran.cause).toContain(TIMEOUT);
    expect(ran.types).toEqual([
      "ExecutionStarted",
      "PassStateEntered",
      "PassStateExited",
      "PassStateEntered",
      "EvaluationFailed",
      "ExecutionFailed",
    ]);
  });
});

describe("an expression that does not end", () => {
  it("is caught like any other failure of an expression", async () => {
    const test = await EngineUnderTest.start();
    const ran = await test.run(
      {
        StartAt: "Each",
        States: {
          Each: {
            Type: "Map",
            Items: "{% $states.input.texts %}",
            ItemProcessor: {
              StartAt: "P",
              States: { P: { Type: "Pass", Output: "{% $contains($states.input, /^(a+)+$/) %}", End: true } },
            },
            Catch: [{ ErrorEquals: ["States.QueryEvaluationError"], Next: "Caught" }],
            End: true,
          },
          Caught: { Type: "Succeed" },
        },
      },
      { texts: ["aaa", long.text] },
    );
    expect(ran.status).toBe("SUCCEEDED");
    expect(ran.types).toContain("MapIterationFailed");
    await test.close();
  });

  it("can be stopped while it is evaluated", async () => {
    const test = await EngineUnderTest.start();
    const executionArn = await test.begin(backtracking, long);
    await test.call("StopExecution", { executionArn });
    const ran = await test.ended(executionArn);
    expect(ran.status).toBe("ABORTED");
    expect((await test.run(backtracking, { text: "aaa" })).output).toBe(true);
    expect((await test.history(executionArn)).at(-1)?.type).toBe("ExecutionAborted");
    await test.close();
  });

  it("fails after a restart too, and the restart is none the worse for it", async () => {
    const first = await EngineUnderTest.start({ dataDir });
    const stateMachineArn = await first.create(passing({ well: true }));
    const arn = await first.begin(backtracking, long);
    await first.close();
    const second = await EngineUnderTest.start({ dataDir });
    const other = await second.call<{ executionArn: string }>("StartExecution", { stateMachineArn });
    expect((await second.ended(other.executionArn)).output).toEqual({ well: true });
    expect(await second.ended(arn)).toMatchObject({ status: "FAILED", error: "States.QueryEvaluationError" });
    await second.close();
  });
});

describe("an expression that takes long but ends", () => {
  it("has the service's second, and its step is taken once", async () => {
    const test = await EngineUnderTest.start();
    const ran = await test.run({
      StartAt: "A",
      States: {
        A: {
          Type: "Pass",
          Output: { sum: "{% $sum([1..20000].($ * 2)) %}", id: "{% $states.context.State.Name %}" },
          Assign: { total: "{% $sum([1..20000].($ * 3)) %}" },
          Next: "B",
        },
        B: { Type: "Pass", Output: "{% $states.input.sum + $total %}", End: true },
      },
    });
    expect(ran.output).toBe(5 * 200_010_000);
    expect(ran.types.filter((type) => type === "PassStateEntered")).toHaveLength(2);
    expect(ran.events.map(({ id }) => id)).toEqual(ran.events.map((_, index) => index + 1));
    await test.close();
  });

  it("gives a task the token that its arguments saw", async () => {
    const tokens: string[] = [];
    const test = await EngineUnderTest.start();
    const slow = "$sum([1..20000].($ * 2)) > 0 ? $states.context.Task.Token : ''";
    await test.call("CreateActivity", { name: "work" });
    const activityArn = "arn:aws:states:us-east-1:111111111111:activity:work";
    const arn = await test.begin({
      StartAt: "T",
      States: {
        T: { Type: "Task", Resource: activityArn, Arguments: { token: `{% ${slow} %}` }, End: true },
      },
    });
    const task = await test.call<{ taskToken: string; input: string }>("GetActivityTask", { activityArn });
    tokens.push(task.taskToken, (JSON.parse(task.input) as { token: string }).token);
    expect(tokens[1]).toBe(tokens[0]);
    await test.call("SendTaskSuccess", { taskToken: task.taskToken, output: "1" });
    expect((await test.ended(arn)).output).toBe(1);
    await test.close();
  });
});
