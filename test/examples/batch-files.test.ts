import { readFile } from "node:fs/promises";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { publishedSchemas } from "#api/farm/published-schemas.ts";
import { BatchLine } from "#shared/contracts/batch/batch-line.ts";
import { readTasksFile } from "../../cli/batch/tasks-options.ts";

const file = (name: string) => `examples/batch/${name}`;

describe("the tasks files in examples", () => {
  it("[spec C6] pass the check, and hold a real life's work", async () => {
    const { lines, taskCount, file: tasks } = await readTasksFile(file("tasks.yaml"), {});
    expect(taskCount).toBeGreaterThan(20);
    expect(lines.every((line) => BatchLine.parse(line).request.validators.length > 0)).toBe(true);
    expect(tasks.name).toBe("everyday");
    expect(lines.some(({ prerequisite }) => prerequisite !== undefined)).toBe(true);
    expect((await readTasksFile(file("tasks.yaml"), { solutions: true })).lines).not.toEqual([]);
    expect((await readTasksFile(file("tasks.csv"), {})).lines).toHaveLength(4);
  });

  it("[spec C6] are read as Firebase's App Testing agent has them: goals, hints and assertions, after those they need", async () => {
    const { lines } = await readTasksFile(file("firebase-tests.yaml"), {});
    const requests = lines.map((line) => BatchLine.parse(line).request);
    expect(requests.map(({ task, background, workflow }) => ({ task, background, workflow }))).toMatchObject([
      {
        task: "Turn on Bluetooth\nIt is done only when this is seen on the screen: The Bluetooth switch is on",
        background: "It is among the connected devices",
      },
      {
        task: "Alarm after Bluetooth",
        workflow: {
          subtasks: [
            {
              text: expect.stringMatching(/^Turn on Bluetooth\n/),
              background: "It is among the connected devices",
            },
            { text: expect.stringMatching(/^Set an alarm for 7:30\n.*An alarm at 7:30 is in the list$/) },
          ],
        },
      },
    ]);
  });

  it("[spec C6] fit the schema that editors complete them by, which refuses what the check refuses", async () => {
    const schema = publishedSchemas()["tasks-file.schema.json"];
    const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(schema);
    const tasks: { tasks: object[] } = parse(await readFile(file("tasks.yaml"), "utf8"));
    validate(tasks);
    expect(validate.errors).toBeNull();
    expect(validate({ tasks: [{ ...tasks.tasks[0], taks: "x" }] })).toBe(false);
    expect(validate({ tasks: [{ id: "a", task: "x", limits: { setps: 4 } }] })).toBe(false);
    expect(validate({ tasks: [{ id: "a", task: "x", requirements: { pool: "{{pool}}" } }] })).toBe(true);
    expect(validate({ tasks: [{ id: "a", task: "x", requirements: { pool: "a b" } }] })).toBe(false);
  });
});
