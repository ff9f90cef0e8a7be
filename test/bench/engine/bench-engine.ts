import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EngineStart, type RunningEngine, startEngine } from "@drover/step-functions";

export type Figures = Readonly<Record<string, string | number>>;

const BASE = { port: null, region: "us-east-1", accountId: "123456789012" } as const;

export const startBench = (dataDir: string | null, more: Partial<EngineStart> = {}): Promise<RunningEngine> =>
  startEngine({ ...BASE, dataDir, ...more });

export async function withFolder<T>(run: (dataDir: string) => Promise<T>): Promise<T> {
  const dataDir = mkdtempSync(join(tmpdir(), "engine-bench-"));
  try {
    return await run(dataDir);
  } finally {
    rmSync(dataDir, { recursive: true });
  }
}

export async function create(engine: RunningEngine, name: string, definition: object): Promise<string> {
  const answer = await engine.api.call("CreateStateMachine", {
    name,
    definition: JSON.stringify({ QueryLanguage: "JSONata", ...definition }),
    roleArn: "arn:aws:iam::123456789012:role/bench",
  });
  return (answer as { stateMachineArn: string }).stateMachineArn;
}

export async function start(
  engine: RunningEngine,
  stateMachineArn: string,
  input: unknown = {},
): Promise<string> {
  const answer = await engine.api.call("StartExecution", { stateMachineArn, input: JSON.stringify(input) });
  return (answer as { executionArn: string }).executionArn;
}

/** Waits until no execution of the machine runs; the newest page is asked because the oldest end first. */
export async function drained(engine: RunningEngine, stateMachineArn: string): Promise<void> {
  for (;;) {
    const answer = await engine.api.call("ListExecutions", {
      stateMachineArn,
      statusFilter: "RUNNING",
      maxResults: 1,
    });
    if ((answer as { executions: unknown[] }).executions.length === 0) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function folderBytes(dataDir: string): number {
  return readdirSync(dataDir).reduce((sum, file) => sum + statSync(join(dataDir, file)).size, 0);
}

export function residentMegabytes(): number {
  globalThis.gc?.();
  return Math.round(process.memoryUsage().rss / 1_000_000);
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export const ms = (value: number): string => `${value.toFixed(2)} ms`;
