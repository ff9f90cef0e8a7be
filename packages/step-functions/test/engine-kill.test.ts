import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  CreateStateMachineCommand,
  DescribeExecutionCommand,
  GetExecutionHistoryCommand,
  type HistoryEvent,
  SendTaskSuccessCommand,
  SFNClient,
  StartExecutionCommand,
} from "@aws-sdk/client-sfn";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FunctionHost, startFunctionHost } from "./engine-kill/function-host.ts";
import { type KillableEngine, spawnEngine } from "./engine-kill/killable-engine.ts";
import { type EventShown, illegalities } from "./engine-kill/legal-history.ts";
import { expectedOutput, workload } from "./engine-kill/workload.ts";

const KILLS = 30;
const SEED = 20_261_121;
const MACHINE = "arn:aws:states:us-east-1:123456789012:stateMachine:workload";
const EXECUTIONS = Array.from({ length: 25 }, (_, index) => `job-${index}`);

/** Mulberry32: the same kills each time. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const clientFor = (engine: KillableEngine) =>
  new SFNClient({
    endpoint: engine.url,
    region: "us-east-1",
    credentials: { accessKeyId: "a", secretAccessKey: "b" },
    maxAttempts: 1,
  });

const arnOf = (name: string) => `${MACHINE.replace(":stateMachine:", ":execution:")}:${name}`;

let dataDir: string;
let host: FunctionHost;
const answered = new Set<string>();
const ended = new Map<string, { readonly output: string; readonly events: readonly HistoryEvent[] }>();

/** Starts what is not started and answers what is asked, as a client does that was promised nothing twice. */
async function attend(client: SFNClient, started: number, over: AbortSignal): Promise<void> {
  const roleArn = "arn:aws:iam::123456789012:role/test";
  await client.send(
    new CreateStateMachineCommand({ name: "workload", definition: JSON.stringify(workload), roleArn }),
  );
  for (const name of EXECUTIONS.slice(0, started)) {
    await client
      .send(new StartExecutionCommand({ stateMachineArn: MACHINE, name, input: "{}" }))
      .catch(ignoreExisting);
  }
  while (!over.aborted) {
    for (const [key, taskToken] of host.tokens) {
      if (answered.has(taskToken)) continue;
      const answer = new SendTaskSuccessCommand({ taskToken, output: JSON.stringify(key) });
      await client.send(answer).catch(ignoreSettled);
      answered.add(taskToken);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

function ignoreExisting(error: unknown): void {
  if ((error as Error).name !== "ExecutionAlreadyExists") throw error;
}

/** The answer to an earlier SendTaskSuccess was lost with the engine, or the request went out again. */
function ignoreSettled(error: unknown): void {
  if ((error as Error).name !== "TaskTimedOut") throw error;
}

/** A client of an engine that was killed sees its connection break; everything else is a failure of the test. */
function ignoreKilled(error: unknown): void {
  const { name, code } = error as { name: string; code?: string };
  const broken = ["ECONNRESET", "ECONNREFUSED", "EPIPE"].includes(code ?? "") || name === "TimeoutError";
  if (!broken) throw error;
}

async function finishAll(client: SFNClient): Promise<void> {
  const deadline = performance.now() + 120_000;
  for (const name of EXECUTIONS) {
    const executionArn = arnOf(name);
    for (;;) {
      const { status, output = "" } = await client.send(new DescribeExecutionCommand({ executionArn }));
      if (status !== "RUNNING") {
        const history = await client.send(new GetExecutionHistoryCommand({ executionArn, maxResults: 1000 }));
        ended.set(name, { output, events: history.events ?? [] });
        break;
      }
      if (performance.now() > deadline) throw new Error(`${name} does not end`);
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
  }
}

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "engine-kill-"));
  host = await startFunctionHost();
  const random = seeded(SEED);
  for (let kill = 0; kill < KILLS; kill += 1) {
    const engine = await spawnEngine(dataDir, host.url);
    const client = clientFor(engine);
    const over = new AbortController();
    const started = Math.ceil(((kill + 1) / KILLS) * EXECUTIONS.length);
    const attending = attend(client, started, over.signal).catch(ignoreKilled);
    await new Promise((resolve) => setTimeout(resolve, 10 + random() * 240));
    await engine.kill();
    over.abort();
    await attending;
    client.destroy();
  }
  const engine = await spawnEngine(dataDir, host.url);
  const client = clientFor(engine);
  const over = new AbortController();
  const attending = attend(client, EXECUTIONS.length, over.signal).catch(ignoreKilled);
  await finishAll(client).finally(() => {
    over.abort();
    return engine.kill();
  });
  await attending;
  client.destroy();
}, 600_000);

afterAll(() => {
  host.close();
  rmSync(dataDir, { recursive: true });
});

describe(`an engine killed ${KILLS} times while it works`, () => {
  it("ends every execution once, with the right result", () => {
    const outputs = EXECUTIONS.map((name) => JSON.parse(ended.get(name)?.output || "null"));
    expect(outputs).toEqual(EXECUTIONS.map(expectedOutput));
  });

  it("leaves legal histories with exactly one terminal event", () => {
    const wrong = [...ended].flatMap(([name, { events }]) =>
      illegalities(events as readonly EventShown[]).map((what) => `${name}: ${what}`),
    );
    expect(wrong).toEqual([]);
  });

  it("asks for no result again that it has acknowledged", () => {
    const repeated: string[] = [];
    for (const { events } of ended.values()) {
      for (const { key, recordedMs } of acknowledged(events)) {
        for (const call of host.calls) {
          if (call.key === key && call.atMs > recordedMs)
            repeated.push(`${key} at ${call.atMs}, known ${recordedMs}`);
        }
      }
    }
    expect(repeated).toEqual([]);
    expect(host.calls.length).toBeGreaterThanOrEqual(EXECUTIONS.length * 7);
  });
});

/** The keys of calls whose answers stand in the history, and since when. */
function acknowledged(
  events: readonly HistoryEvent[],
): { readonly key: string; readonly recordedMs: number }[] {
  const byId = new Map(events.map((event) => [event.id, event]));
  return events.flatMap((event) => {
    if (!["TaskSucceeded", "TaskFailed", "TaskSubmitted"].includes(event.type ?? "")) return [];
    let scheduled: HistoryEvent | undefined = event;
    while (scheduled !== undefined && scheduled.type !== "TaskScheduled") {
      scheduled = byId.get(scheduled.previousEventId);
    }
    const parameters = scheduled?.taskScheduledEventDetails?.parameters ?? "{}";
    const { Payload } = JSON.parse(parameters) as { Payload: { key: string } };
    return [{ key: Payload.key, recordedMs: event.timestamp?.getTime() ?? 0 }];
  });
}
