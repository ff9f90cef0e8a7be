import { readdirSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ModelServer, startModelServer } from "#local/model/start-model-server.ts";
import { createModelClient, type ModelClient } from "#shared/agent/model-client.ts";
import { anthropicProvider } from "#shared/agent/providers/anthropic/anthropic-provider.ts";
import type { SentLine } from "#shared/domain/batch/expand-tasks.ts";
import { readTasksFile } from "../../cli/batch/tasks-options.ts";
import { openStage, requestOf, type Stage } from "./phone-stage.ts";
import { practiceOnPhone } from "./practice-on-phone.ts";

/** Of the easy and medium ones; it says of each that it cannot. */
const notSolved: ReadonlySet<string> = new Set([
  "auto-rotate",
  "call-contact",
  "call-forgotten",
  "call-number",
  "calls-cleared",
  "contact-to-note",
  "event-delete",
  "event-tomorrow",
  "event-when",
  "event-where",
  "event-whole-day",
  "file-delete",
  "file-rename",
  "files-counted",
  "folder-rename",
  "missed-call",
  "note",
  "note-by-asking",
  "note-delete",
  "note-rename",
  "note-says",
  "note-tick",
  "playlist",
  "playlist-by-asking",
  "playlist-delete",
  "playlist-song",
  "song",
  "song-by",
]);
/** Of the tasks as other people say them. */
const notUnderstood: ReadonlySet<string> = new Set([
  "wifi",
  "dark",
  "timeout",
  "rotate",
  "name",
  "number-of",
  "text-plain",
  "ask-name",
]);

const names = readdirSync("tasks").filter((name) => name.endsWith(".yaml"));
const read = await Promise.all(names.map((name) => readTasksFile(`tasks/${name}`, {})));
const { lines: paraphrases } = await readTasksFile("test/suite/paraphrases/paraphrases.yaml", {});
/** Without what the values of its parameters add. */
const idOf = ({ taskId }: SentLine): string => taskId.split(".", 1)[0] ?? taskId;
const isHard = ({ tags = [] }: SentLine): boolean => tags.includes("level:hard");
const lines = read.flatMap((file) => file.lines).filter((line) => !isHard(line));

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

describe("the practice model and the easy and medium tasks of the suite", () => {
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
