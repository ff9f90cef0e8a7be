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

/** Beside the project, not in it: recordings of the real service that are read where they lie. */
const FOLDER = join(import.meta.dirname, "../../../../shared/asl-recordings");

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

const present = existsSync(FOLDER);
const files = present ? readdirSync(FOLDER).filter((file) => file.endsWith(".json")) : [];

describe.skipIf(!present)(
  present
    ? "recordings of the real service"
    : "recordings of the real service (../shared/asl-recordings is not there)",
  () => {
    it.for(files)("%s", async (file) => {
      const recording = JSON.parse(readFileSync(join(FOLDER, file), "utf8")) as Recording;
      const { input, mask } = unmask(recording);
      const { description, events } = await run(
        file.replace(/\.json$/, "").slice(0, 80),
        recording.definition,
        input,
      );
      expect(events.map((event) => shownEvent(event, mask))).toEqual(recording.history);
      expect(events.at(-1)?.type).toBe(recording.outcome);
      expect(description.error).toBe(recording.error);
      expect(description.cause).toBe(recording.cause);
      const output = description.output === undefined ? undefined : shownPayload(description.output, mask);
      expect(output).toEqual(recording.output);
    });

    it("finds recordings in the folder", () => {
      expect(files.length).toBeGreaterThan(0);
    });
  },
);
