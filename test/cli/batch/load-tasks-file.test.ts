import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readTasksFile } from "../../../cli/batch/tasks-options.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "drover-tasks-"));
});
afterAll(() => rm(folder, { recursive: true }));

const write = async (name: string, text: string | Buffer): Promise<string> => {
  const file = path.join(folder, name);
  await writeFile(file, text);
  return file;
};
const read = async (name: string, text: string) => readTasksFile(await write(name, text), {});
/** Each problem as `line:column: …`. */
const problemsOf = async (name: string, text: string | Buffer): Promise<readonly string[]> => {
  const file = await write(name, text);
  const message = await readTasksFile(file, {}).then(
    () => "",
    (error: Error) => error.message,
  );
  return message.split("\n").flatMap((line) => (line.startsWith(file) ? [line.slice(file.length + 1)] : []));
};

const task = { id: "a", task: "Turn on {{what}}", tags: ["x"], repeat: 2, parameters: { what: "Bluetooth" } };
const yaml = `tasks:
  - id: a
    task: Turn on {{what}}
    tags: [x]
    repeat: 2
    parameters: { what: Bluetooth }
    validators: ["setting:global/bluetooth_on=1"]
`;

describe("a tasks file", () => {
  it("[spec C6] says the same in YAML, JSON, JSONL and CSV", async () => {
    const whole = { ...task, validators: ["setting:global/bluetooth_on=1"] };
    const { lines } = await read("t.yaml", yaml);
    expect(lines).toHaveLength(2);
    expect((await read("t.json", JSON.stringify({ tasks: [whole] }))).lines).toEqual(lines);
    expect((await read("t.jsonl", `${JSON.stringify(whole)}\n`)).lines).toEqual(lines);
    const csv =
      "id,task,tags,repeat,validators,what\na,Turn on {{what}},x,2,setting:global/bluetooth_on=1,Bluetooth\n";
    expect((await read("t.csv", csv)).lines).toEqual(lines);
    expect((await read("t2.csv", `\ufeff${csv.replaceAll(",", ";")}`)).lines).toEqual(lines);
  });

  it("[spec C6] is refused with line, column, field, value and remedy", async () => {
    const text = `${yaml}  - id: b b
    taks: Turn it on
    limits: { steps: 0 }
`;
    expect(await problemsOf("bad.yaml", text)).toEqual([
      expect.stringMatching(/^8:5: tasks\[2\]\.task: is missing/),
      expect.stringMatching(/^8:9: tasks\[2\]\.id: must be 1 to 100 letters.*\(got "b b"\)\. \S/),
      "9:5: tasks[2].taks: is not a known field. Did you mean 'task'?",
      expect.stringMatching(/^10:22: tasks\[2\]\.limits\.steps: .*\(got 0\)\. Give at least 1\.$/),
    ]);
    expect(await problemsOf("checks.yaml", `${yaml}    checks: []\n`)).toEqual([
      "8:5: tasks[1].checks: is not a known field. Did you mean 'validators'?",
    ]);
    expect(await problemsOf("bad.yaml", text.replace("b b", "b"))).toEqual([
      "8:5: tasks[2].task: is missing. Give it: string expected.",
      "9:5: tasks[2].taks: is not a known field. Did you mean 'task'?",
      expect.stringMatching(/^10:22: tasks\[2\]\.limits\.steps: .*\(got 0\)\. Give at least 1\.$/),
    ]);
  });

  it("[spec C6] is refused with all that is wrong with it, also in one task and beside what could not be read", async () => {
    const text = `settings: { concurrency: 0 }
tasks:
  - task: 3
    validators: ["nonsense:1"]
    limits: { steps: 0 }
  - { id: a, task: "Turn on {{what}}", prerequisite: gone, tags: many }
  - { id: a, task: x, solution: gone.yaml, colour: red }
  - nothing
`;
    expect((await problemsOf("all.yaml", text)).map((line) => line.replace(/: (\S.*)$/, " $1"))).toEqual([
      expect.stringMatching(/^1:26 settings\.concurrency: /),
      expect.stringMatching(/^3:5 tasks\[1\]\.id: is missing/),
      expect.stringMatching(/^3:11 tasks\[1\]\.task: .*\(got 3\)/),
      expect.stringMatching(/^4:18 tasks\[1\]\.validators\[1\]: cannot be read as a check/),
      expect.stringMatching(/^5:22 tasks\[1\]\.limits\.steps: .*\(got 0\)/),
      expect.stringMatching(/^6:20 tasks\[2\]\.task: {{what}} is not a parameter/),
      expect.stringMatching(/^6:66 tasks\[2\]\.tags: .*\(got "many"\)/),
      expect.stringMatching(/^7:11 tasks\[3\]\.id: is also the id of task 2/),
      expect.stringMatching(/^7:33 tasks\[3\]\.solution: .*ENOENT/),
      expect.stringMatching(/^7:44 tasks\[3\]\.colour: is not a known field/),
      expect.stringMatching(/^8:5 tasks\[4\]: /),
    ]);
  });

  it("finds the place in JSON and in each line of JSONL", async () => {
    expect(await problemsOf("b.json", '{ "tasks": [\n  { "id": "a", "task": 7 }\n] }')).toEqual([
      expect.stringMatching(/^2:24: tasks\[1\]\.task: .*\(got 7\)/),
    ]);
    expect(await problemsOf("b.json", '{ "tasks": [\n  { "id": "a" ')).toEqual([
      expect.stringMatching(/^2:15: b\.json: is not JSON/),
    ]);
    expect(
      await problemsOf(
        "b.jsonl",
        '{"defaults":{"limits":{"setps":3}}}\n\n{"id":"a","task":"x"}\n{"id":"b","task":""}\n',
      ),
    ).toEqual([
      expect.stringMatching(/^1:24: defaults\.limits\.setps: is not a known field\. Did you mean 'steps'\?/),
      expect.stringMatching(/^4:18: tasks\[2\]\.task: must describe a task/),
    ]);
    expect(await problemsOf("b.jsonl", '{"id":"a","task":"x"}\n{"id":"b","task":""}\n')).toEqual([
      expect.stringMatching(/^2:18: tasks\[2\]\.task: must describe a task/),
    ]);
    expect(await problemsOf("b.jsonl", '{"id":"a","task":"x"}\n{"id":"b",\n')).toEqual([
      expect.stringMatching(/^2:10: b\.jsonl: is not JSON/),
    ]);
  });

  it("finds the cell in CSV, also behind one with line breaks", async () => {
    const csv = 'id,task,validators,repeat\na,"Turn\n""it"" on",,\nb,Go,"app:com.x\nnonsense:1",two\n';
    expect(await problemsOf("b.csv", csv)).toEqual([
      expect.stringMatching(
        /^4:6: tasks\[2\]\.validators\[2\]: cannot be read as a check: unknown kind 'nonsense'/,
      ),
      expect.stringMatching(/^5:13: tasks\[2\]\.repeat: .*\(got "two"\)/),
    ]);
    expect(await problemsOf("b.csv", "name,task\na,b\n")).toEqual([
      expect.stringMatching(/^1:1: .*the column 'id' is missing/),
    ]);
    expect(await problemsOf("b.csv", 'id,task\na,"b\n')).toEqual([expect.stringMatching(/is not CSV/)]);
  });

  it("finds what a solution's file lacks", async () => {
    await write("solve.yaml", "version: 1\ntask: x\nsteps: []\n");
    expect(await problemsOf("s.yaml", "tasks:\n  - { id: a, task: x, solution: solve.yaml }\n")).toEqual([
      expect.stringMatching(/^2:33: tasks\[1\]\.solution: .*solve\.yaml.*steps/),
    ]);
    expect(await problemsOf("s.yaml", "tasks:\n  - { id: a, task: x, solution: gone.yaml }\n")).toEqual([
      expect.stringMatching(/ENOENT/),
    ]);
  });
});

describe("a hostile tasks file", () => {
  const levels = ["a: &a [x,x,x,x,x,x,x,x,x,x]"];
  for (const [before, name] of ["ab", "bc", "cd", "de", "ef", "fg", "gh"])
    levels.push(`${name}: &${name} [${`*${before},`.repeat(9)}]`);

  it.each([
    ["t.yaml", `${levels.join("\n")}\ntasks: [*h]\n`, /Excessive alias count/],
    ["t.yaml", `tasks: ${"[".repeat(50_000)}${"]".repeat(50_000)}`, /nested too deeply|nested deeper/],
    ["t.yaml", "tasks: &a [*a]", /\S/],
    ["t.yaml", "tasks:\n  - { id: a, task: x, id: b }\n", /^2:23: .*unique.*Keep one/],
    [
      "t.yaml",
      "tasks:\n  - { id: a, task: x, __proto__: { weight: 7 } }\n",
      /^2:23: tasks\[1\]\.__proto__: is not allowed as a field name/,
    ],
    ["t.json", `{"tasks":${"[".repeat(50_000)}${"]".repeat(50_000)}}`, /nested too deeply|nested deeper/],
    [
      "t.json",
      '{"tasks":[{"id":"a","task":"x","__proto__":{"weight":7}}]}',
      /^1:32: .*is not allowed as a field name/,
    ],
    [
      "t.json",
      '{"tasks":[{"id":"a",\n"task":"x","id":"b"}]}',
      /^2:12: t\.json: 'id' occurs twice\. Keep one/,
    ],
    ["t.csv", "id,task,__proto__\na,x,y\n", /__proto__/],
    ["t.csv", "id,task,task\na,x,y\n", /^1:9: .*'task' occurs twice/],
    ["t.txt", "x", /has an unknown file extension/],
  ])("is refused in %s", async (name, text, expected) => {
    const problems = await problemsOf(name, text);
    expect(problems.join("\n")).toMatch(expected);
    expect(({} as Record<string, unknown>).weight).toBeUndefined();
  });

  it("is refused when it is no UTF-8", async () => {
    expect(await problemsOf("t.yaml", Buffer.from([0xff, 0xfe, 0x00]))).toEqual([
      expect.stringMatching(/is not UTF-8/),
    ]);
  });
});
