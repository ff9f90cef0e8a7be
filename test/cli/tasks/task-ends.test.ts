import { describe, expect, it } from "vitest";
import { auditFinding, missingEnds } from "#cli/tasks/audit-findings.ts";
import { type ExpandOptions, expandTasks } from "#cli/tasks/expand-tasks.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { TasksFrame } from "#shared/contracts/batch/tasks-file.ts";

const task = {
  id: "alarm",
  task: "Set an alarm for {{when.said}}",
  level: "easy",
  kind: ["data-entry", "asking"],
  parameters: {
    when: [
      { said: "7 in the evening", hour: "19" },
      { said: "noon", hour: 12 },
    ],
  },
  setUp: ["echo {{when.hour}}"],
  tearDown: ["echo over"],
  validators: ["answer:{{when.hour}}"],
  audit: { wrong: [{ commands: ["echo {{when.said}}"] }, { finish: { answer: "{{when.said}}" } }] },
};
const expand = (one: object, options: ExpandOptions = {}) =>
  expandTasks(TasksFrame.parse({ tasks: [one] }), options);
const requestsOf = (one: object, options: ExpandOptions = {}) =>
  expand(one, options).lines.map((line) => BatchLine.parse(line));

describe("a task's set-up, grades and ends", () => {
  it("are filled with the fields of a record, which gives each combination an id by its first", () => {
    const [evening, noon] = requestsOf(task);
    expect(evening?.taskId).toMatch(/^alarm\.7-in-the-evening-/);
    expect(noon?.taskId).toBe("alarm.noon");
    expect(evening?.request).toMatchObject({
      task: "Set an alarm for 7 in the evening",
      prepare: { commands: ["echo 19"], tearDown: ["echo over"] },
      validators: [{ kind: "answer", contains: "19" }],
    });
    expect(evening?.tags).toEqual(["level:easy", "kind:data-entry", "kind:asking"]);
  });

  it("are drawn by a seed and as often as is asked for", () => {
    const drawn = {
      ...task,
      sample: 1,
      parameters: { when: Array.from({ length: 20 }, (_, hour) => ({ hour, said: "x" })) },
    };
    const ids = (options: ExpandOptions) => requestsOf(drawn, options).map(({ taskId }) => taskId);
    expect(ids({})).toHaveLength(1);
    expect(ids({ draws: 3 })).toHaveLength(3);
    expect(new Set([1, 2, 3, 4].flatMap((seed) => ids({ seed }))).size).toBeGreaterThan(1);
    expect(ids({ seed: 4 })).toEqual(ids({ seed: 4 }));
  });

  it("make a job of each end when the task is audited: nothing, each wrong one, the solution", () => {
    const solutions = new Map([
      [0, { commands: ["echo solved"], finish: { status: "success" as const, answer: "{{when.hour}}" } }],
    ]);
    const [nothing, wrong, second, solution] = requestsOf(task, { byAudit: true, solutions });
    expect([nothing, wrong, second, solution].map((line) => line?.variant)).toEqual([
      "nothing",
      "wrong",
      "wrong-2",
      "solution",
    ]);
    expect(nothing?.request).toMatchObject({
      allowAlreadySatisfied: false,
      prepare: { commands: ["echo 19"] },
      source: { kind: "script", script: { steps: [{ wait: 1 }], finish: { status: "success" } } },
    });
    expect(wrong?.request).toMatchObject({
      allowAlreadySatisfied: true,
      prepare: { commands: ["echo 19", "echo 7 in the evening"], tearDown: ["echo over"] },
    });
    expect(second?.request.source).toMatchObject({ script: { finish: { answer: "7 in the evening" } } });
    expect(solution?.request.source).toMatchObject({ script: { finish: { answer: "19" } } });
  });

  it("name a placeholder that nothing stands for where it stands", () => {
    const { problems } = expand(
      { ...task, audit: { wrong: { commands: ["echo {{then}}"] } } },
      { byAudit: true },
    );
    expect(problems[0]).toMatchObject({
      path: ["tasks", 0, "audit", "wrong", "commands", 0],
      message: "{{then}} is not a parameter of this task",
    });
    expect(expand({ ...task, setUp: ["echo {{then}}"] }).problems[0]?.path).toEqual(["tasks", 0, "setUp", 0]);
  });
});

describe("what an audit finds", () => {
  const ended = (variant: string, outcome: string, outcomeReason = "") =>
    auditFinding({ taskId: "alarm", variant, status: "ended", outcome, outcomeReason } as Parameters<
      typeof auditFinding
    >[0]);

  it("is nothing where doing nothing and the wrong end fail and the solution passes", () => {
    expect([ended("nothing", "failed"), ended("wrong", "failed"), ended("solution", "succeeded")]).toEqual([
      null,
      null,
      null,
    ]);
  });

  it("is broken where a check passes too much, or not the solution, or a wrong end cannot be reached", () => {
    expect(ended("nothing", "succeeded")?.message).toBe("passes without any action");
    expect(ended("wrong-2", "succeeded")).toMatchObject({
      kind: "broken",
      message: "passes with a wrong result",
    });
    expect(ended("solution", "failed", "A validator failed.")?.kind).toBe("broken");
    expect(ended("wrong", "failed", "Line 2 (tap x) could not be done: expected x.")?.kind).toBe("broken");
  });

  it("is unknown where the farm could not try it", () => {
    expect(ended("nothing", "inconclusive")?.kind).toBe("unknown");
  });

  it("is said of a task that gives no end to try", () => {
    expect(missingEnds([{ taskId: "alarm", variant: "nothing" }]).map(({ end }) => end)).toEqual([
      "wrong",
      "solution",
    ]);
  });
});
