import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callAction } from "../../src/api/call-action.ts";
import { Engine } from "../../src/engine/engine.ts";
import { serviceLimits } from "../../src/execution/limits.ts";
import type { Clock } from "../../src/execution/timer-heap.ts";
import type { Integrations } from "../../src/integrations/integration.ts";
import { type CrashPoint, crashingJournal } from "./crashing-journal.ts";

export interface Result {
  readonly status: string;
  readonly output?: string;
  readonly error?: string;
  readonly cause?: string;
}

export interface CrashRun {
  readonly result: Result;
  readonly events: readonly {
    readonly id: number;
    readonly previousEventId: number;
    readonly type: string;
  }[];
  /** Writes of the engine that lived to the end. */
  readonly commits: number;
  readonly lives: number;
}

/** Time that jumps to the next timer at once, so that waits and retries cost nothing. */
function leapingClock(): Clock {
  let nowMs = 1_700_000_000_000;
  return {
    now: () => nowMs,
    schedule(callback, delayMs) {
      const handle = setImmediate(() => {
        nowMs += delayMs;
        callback();
      });
      return () => clearImmediate(handle);
    },
  };
}

interface Life {
  readonly engine: Engine;
  readonly died: Promise<"died">;
  readonly commits: () => number;
}

function live(path: string, crash: CrashPoint | null, integrations: Integrations, clock: Clock): Life {
  const death = Promise.withResolvers<"died">();
  const journal = crashingJournal(path, crash);
  let serial = 0;
  const engine = new Engine({
    region: "us-east-1",
    accountId: "123456789012",
    journal,
    durable: true,
    clock,
    random: () => 0.5,
    uuid: () =>
      `00000000-0000-4000-8000-${String(++serial + Math.random())
        .replace(".", "")
        .padStart(12, "0")
        .slice(0, 12)}`,
    token: () => `token-${Math.random()}`,
    limits: serviceLimits,
    integrations,
    s3: () => {
      throw new Error("no S3 in this test");
    },
    onStall: () => undefined,
    onCrash: () => death.resolve("died"),
  });
  return { engine, died: death.promise, commits: () => journal.commits };
}

const MACHINE = "arn:aws:states:us-east-1:123456789012:stateMachine:m";
const EXECUTION = "arn:aws:states:us-east-1:123456789012:execution:m:one";

/** A client that begins again until it has seen the execution end. */
async function attend(engine: Engine, definition: object, input: unknown): Promise<CrashRun["events"]> {
  const text = JSON.stringify({ QueryLanguage: "JSONata", ...definition });
  await callAction(engine, "CreateStateMachine", {
    name: "m",
    definition: text,
    roleArn: "arn:aws:iam::1:role/r",
  });
  if (engine.findRecord(EXECUTION) === undefined) {
    const start = { stateMachineArn: MACHINE, name: "one", input: JSON.stringify(input) };
    await callAction(engine, "StartExecution", start);
  }
  while (engine.findRecord(EXECUTION)?.status === "RUNNING")
    await new Promise((resolve) => setImmediate(resolve));
  const history = await callAction(engine, "GetExecutionHistory", {
    executionArn: EXECUTION,
    maxResults: 1000,
  });
  return (history as { events: CrashRun["events"] }).events;
}

/**
 * Runs a machine to its end on an engine that dies at each of the given points, one a life, and is started again on
 * what its journal holds.
 */
export async function runWithCrashes(
  definition: object,
  input: unknown,
  integrations: Integrations,
  crashes: readonly CrashPoint[],
): Promise<CrashRun> {
  const folder = mkdtempSync(join(tmpdir(), "engine-crash-"));
  const clock = leapingClock();
  try {
    for (let lives = 1; ; lives += 1) {
      const life = live(join(folder, "j.sqlite"), crashes[lives - 1] ?? null, integrations, clock);
      const attending = attend(life.engine, definition, input);
      attending.catch(() => {});
      const events = await Promise.race([attending, life.died]);
      const record = life.engine.findRecord(EXECUTION);
      await life.engine.close();
      if (events === "died") continue;
      const { status = "", output, error, cause } = record ?? {};
      const result = JSON.parse(JSON.stringify({ status, output, error, cause })) as Result;
      return { result, events, commits: life.commits(), lives };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
