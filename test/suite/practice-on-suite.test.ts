import { readdirSync } from "node:fs";
import { type ModelServer, startModelServer } from "@drover/practice-model";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createModelClient, type ModelClient } from "#agent/model-calls/model-client.ts";
import { anthropicProvider } from "#agent/providers/anthropic/anthropic-provider.ts";
import type { SentLine } from "#cli/tasks/expand-tasks.ts";
import { readTasksFile } from "../../cli/batch/tasks-options.ts";
import { openStage, requestOf, type Stage } from "./phone-stage.ts";
import { practiceOnPhone } from "./practice-on-phone.ts";

/** Of the hard ones, by what stands before the values in their ids. It says of each that it cannot. */
const notSolved: ReadonlySet<string> = new Set([
  "alarm-every-label",
  "cheapest",
  "order",
  "save-the-sender",
  "twins",
]);
/** Of the tasks as other people say them. */
const notUnderstood: ReadonlySet<string> = new Set([
  "events-any",
  "number-of",
  "clock-f",
  "people-a",
  "people-ask",
  "several-3",
  "shop-1",
  "shop-empty",
  "two-timers",
]);

const names = readdirSync("tasks").filter((name) => name.endsWith(".yaml"));
const read = await Promise.all(names.map((name) => readTasksFile(`tasks/${name}`, {})));
const said = await Promise.all(
  ["paraphrases", "held-out", "first-hearing", "second-hearing", "third-hearing"].map((name) =>
    readTasksFile(`test/suite/paraphrases/${name}.yaml`, {}),
  ),
);
const paraphrases = said.flatMap((file) => file.lines);
/** Without what the values of its parameters add. */
const idOf = ({ taskId }: SentLine): string => taskId.split(".", 1)[0] ?? taskId;
const lines = read.flatMap((file) => file.lines);

let server: ModelServer;
let client: ModelClient;
let stage: Stage;
beforeAll(async () => {
  server = await startModelServer();
  const provider = anthropicProvider({ baseUrl: server.url, apiKey: server.apiKey });
  client = createModelClient({ provider });
  stage = await openStage();
});
afterAll(async () => {
  await stage.close();
  await server.close();
});

const run = (line: SentLine) => practiceOnPhone(stage, client, requestOf(line));

describe("the practice model and the tasks of the suite", () => {
  it.concurrent.for(lines.filter((line) => !notSolved.has(idOf(line))))("solves $taskId", async (line) => {
    const { solved, why } = await run(line);
    expect(solved, why).toBe(true);
  });

  it.concurrent.for(lines.filter((line) => notSolved.has(idOf(line))))(
    "claims nothing of $taskId",
    async (line) => {
      expect((await run(line)).claimed).toMatch(/^infeasible/);
    },
  );
});

describe("the practice model and tasks in other people's words", () => {
  it.concurrent.for(paraphrases.filter(({ taskId }) => !notUnderstood.has(taskId)))(
    "solves $taskId",
    async (line) => {
      const { solved, why } = await run(line);
      expect(solved, why).toBe(true);
    },
  );

  it.concurrent.for(paraphrases.filter(({ taskId }) => notUnderstood.has(taskId)))(
    "claims nothing of $taskId, which it does not understand",
    async (line) => {
      expect((await run(line)).claimed).toMatch(/^infeasible/);
    },
  );
});
