import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface KillableEngine {
  readonly url: string;
  kill(): Promise<void>;
}

/** Starts an engine as a process of its own and waits until it serves. */
export async function spawnEngine(dataDir: string, lambdaEndpoint: string): Promise<KillableEngine> {
  const script = join(import.meta.dirname, "engine-process.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, dataDir, lambdaEndpoint], {
    stdio: ["ignore", "pipe", "inherit"],
    // The engine reaches nothing but the endpoints that it is given.
    env: { PATH: process.env.PATH ?? "" },
  });
  const [line] = (await once(child.stdout, "data", { signal: AbortSignal.timeout(15_000) })) as [Buffer];
  return { url: line.toString().trim(), kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
