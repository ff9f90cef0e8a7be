import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningEngine, startEngine } from "../src/start-engine.ts";

/** Beside the project, not in it: recordings of the real service, run where they lie when they are there. */
const FOLDER = join(import.meta.dirname, "../../../../shared/asl-recordings");

const NO_ARRAY =
  "An error occurred while executing the state 'M' (entered at the event id #2). The JSONata expression ''text'' specified for the field 'Items' returned an unexpected result type. Expected 'array', but was 'string' for value: \"text\"";

type Json = Readonly<Record<string, unknown>>;

interface Recording {
  readonly definition: unknown;
  readonly input: unknown;
  readonly outcome: string;
  readonly output?: unknown;
  readonly error?: string;
  readonly cause?: string;
  readonly history: readonly Json[];
}

/**
 * Recordings of Wait states have times masked by the words `timestamp` and `date`, in their input as well. To run one,
 * the mask is replaced by the value its cause quotes, else by a time that has passed; afterwards it is put back.
 */
function unmask(recording: Recording): { readonly input: unknown; mask(text: string): string } {
  const quoted = /format string: (.+)$/.exec(recording.cause ?? "")?.[1];
  const time = quoted ?? "2016-12-05T21:29:29Z";
  const masks = ["timestamp", "date"].map((word) => JSON.stringify(word));
  const written = JSON.stringify(recording.input);
  const used = masks.find((word) => written.includes(`:${word}`));
  if (used === undefined) return { input: recording.input, mask: (text) => text };
  return {
    input: JSON.parse(written.replaceAll(`:${used}`, `:${JSON.stringify(time)}`)),
    mask: (text) => text.replaceAll(`:${JSON.stringify(time)}`, `:${used}`),
  };
}

/** Payloads stand as objects where they are objects, and as JSON text otherwise. */
function shownPayload(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value !== "string") return value;
  const text = mask(value);
  const parsed: unknown = JSON.parse(text);
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? parsed : text;
}

/** What the recordings leave out: times, roles, and the notes that payloads are whole. */
const LEFT_OUT = new Set(["timestamp", "roleArn", "inputDetails", "outputDetails"]);

function shownEvent(event: object, mask: (text: string) => string): Json {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(event)) {
    if (LEFT_OUT.has(name) || value === undefined) continue;
    if (name === "input" || name === "output") shown[name] = shownPayload(value, mask);
    else if (typeof value === "object" && value !== null && name.endsWith("EventDetails")) {
      shown[name] = shownEvent(value as object, mask);
    } else shown[name] = value;
  }
  return shown;
}

let engine: RunningEngine;
let client: SFNClient;

beforeAll(async () => {
  engine = await startEngine({ dataDir: null, region: "us-east-1", accountId: "111111111111" });
  client = new SFNClient({
    endpoint: engine.url,
    region: "us-east-1",
    credentials: { accessKeyId: "test", secretAccessKey: "test" },
  });
});

afterAll(async () => {
  client.destroy();
  await engine.close();
});

async function run(name: string, definition: unknown, input: unknown) {
  const roleArn = "arn:aws:iam::111111111111:role/test";
  const machine = { name, definition: JSON.stringify(definition), roleArn };
  const { stateMachineArn } = await client.send(new CreateStateMachineCommand(machine));
  const start = new StartExecutionCommand({ stateMachineArn, input: JSON.stringify(input) });
  const { executionArn } = await client.send(start);
  for (;;) {
    const description = await client.send(new DescribeExecutionCommand({ executionArn }));
    if (description.status === "RUNNING") continue;
    const history = await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
    return { description, events: history.events ?? [] };
  }
}

/** Runs what was recorded, and holds every event and the end against the recording, causes word for word. */
async function expectAsRecorded(name: string, recording: Recording): Promise<void> {
  const { input, mask } = unmask(recording);
  const { description, events } = await run(name.slice(0, 80), recording.definition, input);
  expect(events.map((event) => shownEvent(event, mask))).toEqual(recording.history);
  expect(events.at(-1)?.type).toBe(recording.outcome);
  expect(description.error).toBe(recording.error);
  expect(description.cause).toBe(recording.cause);
  const output = description.output === undefined ? undefined : shownPayload(description.output, mask);
  expect(output).toEqual(recording.output);
}

const files = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith(".json")) : [];

if (files.length > 0) {
  describe("recordings of the real service", () => {
    it.for(files)("%s", async (file) => {
      const recording = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Recording;
      await expectAsRecorded(file.replace(/\.json$/, ""), recording);
    });
  });
}

const entered = (id: number, previousEventId: number, type: string, name: string, input: unknown) => ({
  id,
  previousEventId,
  type: `${type}StateEntered`,
  stateEnteredEventDetails: { name, input },
});
const begun = {
  id: 1,
  previousEventId: 0,
  type: "ExecutionStarted",
  executionStartedEventDetails: { input: {} },
};

const OWN: Readonly<Record<string, Recording>> = {
  "fail-without-error-and-cause": {
    definition: { QueryLanguage: "JSONata", StartAt: "F", States: { F: { Type: "Fail" } } },
    input: {},
    outcome: "ExecutionFailed",
    history: [
      begun,
      entered(2, 0, "Fail", "F", {}),
      { id: 3, previousEventId: 2, type: "ExecutionFailed", executionFailedEventDetails: {} },
    ],
  },
  "items-that-are-no-array": {
    definition: {
      QueryLanguage: "JSONata",
      StartAt: "M",
      States: {
        M: {
          Type: "Map",
          Items: "{% 'text' %}",
          ItemProcessor: { StartAt: "P", States: { P: { Type: "Pass", End: true } } },
          End: true,
        },
      },
    },
    input: {},
    outcome: "ExecutionFailed",
    error: "States.QueryEvaluationError",
    cause: NO_ARRAY,
    history: [
      begun,
      entered(2, 0, "Map", "M", {}),
      {
        id: 3,
        previousEventId: 0,
        type: "EvaluationFailed",
        evaluationFailedEventDetails: {
          error: "States.QueryEvaluationError",
          cause: NO_ARRAY,
          location: "Items",
          state: "M",
        },
      },
      { id: 4, previousEventId: 3, type: "MapStateFailed" },
      {
        id: 5,
        previousEventId: 4,
        type: "ExecutionFailed",
        executionFailedEventDetails: { error: "States.QueryEvaluationError", cause: NO_ARRAY },
      },
    ],
  },
};

describe("what the service is known to write, in the form of a recording", () => {
  it.for(Object.entries(OWN))("%s", ([name, recording]) => expectAsRecorded(name, recording));
});
