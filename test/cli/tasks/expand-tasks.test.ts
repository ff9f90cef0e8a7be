import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ExpandOptions, expandTasks } from "#cli/tasks/expand-tasks.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { maxBatchLines } from "#shared/contracts/batch/batch-manifest.ts";
import { TasksFrame } from "#shared/contracts/batch/tasks-file.ts";
import { Script } from "#shared/contracts/step/script.ts";

const expand = (file: unknown, options: ExpandOptions = {}) => expandTasks(TasksFrame.parse(file), options);
const idsOf = (file: unknown, options: ExpandOptions = {}) => [
  ...new Set(expand(file, options).lines.map(({ taskId }) => taskId)),
];
const problemsOf = (file: unknown, options: ExpandOptions = {}) =>
  expand(file, options).problems.map(({ path, message }) => `${path.join(".")}: ${message}`);

const value = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  fc.integer({ min: -50, max: 50 }),
  fc.boolean(),
);
const parameter = fc.oneof(
  value,
  fc.uniqueArray(value, { minLength: 1, maxLength: 4, selector: String }),
  fc.record({ from: fc.integer({ min: -3, max: 3 }), to: fc.integer({ min: 3, max: 6 }) }),
);
const tasksFile = fc
  .uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 4 })
  .chain((ids) =>
    fc.record({
      seed: fc.nat(),
      variants: fc.option(fc.constantFrom(["a"], ["a", "b"]), { nil: undefined }),
      tasks: fc.tuple(
        ...ids.map((id) =>
          fc.record(
            {
              id: fc.constant(id),
              task: fc.constant("Do it with {{one}}"),
              repeat: fc.integer({ min: 1, max: 4 }),
              sample: fc.integer({ min: 1, max: 30 }),
              parameters: fc.record({ one: parameter, two: parameter }),
            },
            { requiredKeys: ["id", "task", "parameters"] },
          ),
        ),
      ),
    }),
  );

describe("the lines that a tasks file makes", () => {
  it("[spec C6] are the same each time, differ in task, variant or repetition, and hold no placeholder", () => {
    fc.assert(
      fc.property(tasksFile, (file) => {
        const { lines, problems } = expand(file);
        expect(problems).toEqual([]);
        expect(expand(structuredClone(file)).lines).toEqual(lines);
        const places = lines.map(({ taskId, variant, epoch }) => `${taskId} ${variant} ${epoch}`);
        expect(new Set(places).size).toBe(lines.length);
        for (const line of lines) expect(BatchLine.parse(line).request.task).not.toMatch(/\{\{one\}\}/);
      }),
    );
  });

  it("[spec C6] are tasks × variants × repetitions, each task once before one is done again", () => {
    fc.assert(
      fc.property(tasksFile, fc.integer({ min: 1, max: 3 }), (file, repeat) => {
        const { lines, taskCount, variants } = expand(file, { repeat });
        expect(lines).toHaveLength(taskCount * variants.length * repeat);
        const epochs = lines.map(({ epoch = 1 }) => epoch);
        expect(epochs).toEqual([...epochs].sort((one, other) => one - other));
      }),
    );
  });

  it("[spec C6] keep a task's id when values join its lists", () => {
    fc.assert(
      fc.property(fc.uniqueArray(value, { minLength: 1, maxLength: 8, selector: String }), (values) => {
        const file = (list: readonly unknown[]) => ({
          tasks: [{ id: "a", task: "{{x}} it", parameters: { x: list } }],
        });
        expect(idsOf(file(values)).slice(0, -1)).toEqual(
          values.length > 1 ? idsOf(file(values.slice(0, -1))) : [],
        );
      }),
    );
  });

  it("fill ranges, lists and texts of every part of a task", () => {
    const [line] = expand({
      tasks: [
        {
          id: "alarm",
          task: "Set an alarm for {{ hour }}:{{minute}} as {{secret:shop}} said",
          parameters: { hour: { from: 7, to: 9, step: 2, pad: 2 }, minute: "30" },
          validators: ["setting:global/next_alarm={{hour}}"],
          tags: ["hour-{{hour}}"],
        },
      ],
    }).lines;
    expect(line).toMatchObject({
      taskId: "alarm.07",
      tags: ["hour-07"],
      request: {
        task: "Set an alarm for 07:30 as {{secret:shop}} said",
        validators: [{ kind: "setting", namespace: "global", key: "next_alarm", equals: "07" }],
      },
    });
  });

  it("take a value as it stands, also one with braces in it", () => {
    const [line] = expand({
      tasks: [{ id: "a", task: "Type {{x}}", parameters: { x: "{{y}}", y: "no" } }],
    }).lines;
    expect(line?.request.task).toBe("Type {{y}}");
  });

  it("count with a step that no binary fraction is", () => {
    expect(
      idsOf({ tasks: [{ id: "a", task: "{{x}}", parameters: { x: { from: 0, to: 0.3, step: 0.1 } } }] }),
    ).toHaveLength(4);
  });

  it("know a limit by either name, with k and M, and the task's over the defaults'", () => {
    const [line] = expand({
      defaults: { limits: { tokens: "1.5M", steps: 10, workingSeconds: 60 } },
      tasks: [{ id: "a", task: "x", limits: { maxSteps: 20, seconds: 90, outputTokens: "20k", costUsd: 2 } }],
    }).lines;
    expect(line?.request.limits).toEqual({
      maxTokens: 1_500_000,
      maxSteps: 20,
      timeoutSeconds: 60,
      totalSeconds: 90,
      maxOutputTokens: 20_000,
      maxCostUsd: 2,
    });
  });

  it("let a variant say last, and a command's models stand over the file's", () => {
    const file = {
      defaults: { models: { agent: { effort: "low" } } },
      variants: [
        "model-a",
        { name: "careful", supervision: { planning: "full" }, models: { agent: { effort: "high" } } },
      ],
      tasks: [{ id: "a", task: "x", supervision: { planning: "off", progress: false } }],
    };
    expect(
      expand(file).lines.map(({ variant, request }) => [variant, request.models, request.supervision]),
    ).toEqual([
      ["model-a", { agent: { effort: "low", model: "model-a" } }, { planning: "off", progress: false }],
      ["careful", { agent: { effort: "high" } }, { planning: "full", progress: false }],
    ]);
    expect(expand({ ...file, variants: ["x"] }, { variants: ["m" as never] }).variants).toEqual(["m"]);
  });
});

describe("choosing among tasks", () => {
  const file = {
    tasks: [
      { id: "sign-in", task: "x" },
      { id: "buy", task: "x {{n}}", prerequisite: "sign-in", parameters: { n: [1, 2] } },
      { id: "look", task: "x" },
    ],
  };

  it("goes by ids with and without the parameters' values, and keeps what a task needs", () => {
    expect(idsOf(file, { task: ["b*"] })).toEqual(["sign-in", "buy.1", "buy.2"]);
    expect(idsOf(file, { task: ["buy.2", "look"] })).toEqual(["sign-in", "buy.2", "look"]);
    expect(idsOf(file, { exclude: ["buy"] })).toEqual(["sign-in", "look"]);
    expect(idsOf(file, { limit: 2 })).toEqual(["sign-in", "buy.1"]);
    expect(expand(file, { task: ["buy.1"] }).needed).toEqual(["sign-in"]);
  });

  it("runs solutions instead of the agent, and only what has one", () => {
    const script = Script.parse({
      version: 1,
      task: "x",
      parameters: { n: null, other: "y" },
      steps: [{ tap: "Buy {{n}}" }],
    });
    const bySolution = { solutions: new Map([[1, script]]), bySolution: true };
    expect(idsOf(file, bySolution)).toEqual([]);
    const lines = expand(file, {
      bySolution: true,
      solutions: new Map([
        [0, script],
        [1, script],
      ]),
    }).lines;
    expect(lines.map(({ taskId, variant }) => [taskId, variant])).toEqual([
      ["sign-in", "solution"],
      ["buy.1", "solution"],
      ["buy.2", "solution"],
    ]);
    // Of those that were asked for: what else the file has is nobody's concern.
    const unsolved = (asked: object) => expand(file, { ...bySolution, ...asked }).unsolved;
    expect([unsolved({}), unsolved({ task: ["look"] }), unsolved({ exclude: ["buy"] })]).toEqual([4, 1, 2]);
    expect(lines[1]?.request.source).toEqual({ kind: "script", script, parameters: { n: "1" }, heal: false });
  });
});

describe("what is wrong with tasks", () => {
  it("is said with its place", () => {
    expect(
      problemsOf({
        tasks: [{ id: "c", task: "x", prerequisite: "d" }],
      }),
    ).toEqual(["tasks.0.prerequisite: is not a task of this file"]);
    expect(
      problemsOf({
        defaults: { limits: { steps: 9, maxSteps: 8 } },
        tasks: [{ id: "a", task: "{{nobody}}", validators: ["setting:nowhere"] }],
      }),
    ).toEqual([
      "defaults.limits.steps: is given twice, under two names of the same limit",
      "tasks.0.task: {{nobody}} is not a parameter of this task",
      expect.stringMatching(/^tasks\.0\.validators\.0: cannot be read as a check/),
    ]);
    expect(
      problemsOf({
        defaults: { limits: { steps: 0 } },
        tasks: [{ id: "b" }, { id: "c", task: "x", taks: 1, requirements: { pool: "a b" } }],
      }),
    ).toEqual([
      "tasks.0.task: is missing",
      expect.stringMatching(/^defaults\.limits\.steps: /),
      expect.stringMatching(/^tasks\.1\.requirements\.pool: /),
      expect.stringMatching(/^defaults\.limits\.steps: /),
      "tasks.1.taks: is not a known field",
    ]);
  });

  it("is an id that two tasks have, however they come to it", () => {
    expect(
      problemsOf({
        tasks: [
          { id: "a", task: "x" },
          { id: "a", task: "y" },
        ],
      }),
    ).toEqual(["tasks.1.id: is also the id of task 1"]);
    expect(
      problemsOf({
        tasks: [
          { id: "a", task: "{{n}}", parameters: { n: [1] } },
          { id: "a.1", task: "y" },
        ],
      }),
    ).toEqual([expect.stringMatching(/^tasks\.1\.id: occurs twice/)]);
  });

  it("is a prerequisite that leads round, is many tasks, or is repeated less", () => {
    const task = (id: string, more: object) => ({ id, task: "x", ...more });
    expect(
      problemsOf({ tasks: [task("a", { prerequisite: "b" }), task("b", { prerequisite: "a" })] }),
    ).toEqual(["tasks.0.prerequisite: is circular", "tasks.1.prerequisite: is circular"]);
    expect(
      problemsOf({
        tasks: [task("a", { prerequisite: "b" }), { ...task("b", {}), parameters: { n: [1, 2] } }],
      }),
    ).toEqual([expect.stringMatching(/is 2 tasks/)]);
    expect(problemsOf({ tasks: [task("a", { prerequisite: "b", repeat: 3 }), task("b", {})] })).toEqual([
      expect.stringMatching(/is repeated 1 times, this task 3/),
    ]);
    expect(
      idsOf({
        tasks: [
          { id: "a", task: "{{n}}", parameters: { n: [1, 2] } },
          { id: "b", task: "{{n}}", parameters: { n: [1, 2] }, prerequisite: "a.{{n}}" },
        ],
      }),
    ).toEqual(["a.1", "a.2", "b.1", "b.2"]);
  });

  it("is more jobs than a batch takes, counted before any is made", () => {
    const huge = { from: 1, to: 100_000 };
    const file = { tasks: [{ id: "a", task: "x", parameters: { one: huge, two: huge, three: huge } }] };
    expect(problemsOf(file)).toEqual([expect.stringMatching(/1,000,000,000,000,000 combinations/)]);
    const [task] = file.tasks;
    expect(expand({ seed: 3, tasks: [{ ...task, sample: 50 }] }).lines).toHaveLength(50);
    expect(problemsOf({ tasks: [{ id: "a", task: "x", parameters: { one: huge }, repeat: 2 }] })).toEqual([
      expect.stringMatching(
        new RegExp(`200,000 jobs; a batch has at most ${maxBatchLines.toLocaleString("en")}`),
      ),
    ]);
  });
});
