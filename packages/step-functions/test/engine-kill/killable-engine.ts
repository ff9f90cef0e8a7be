import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export interface KillableEngine {
  readonly url: string;
  kill(): Promise<void>;
}

/** Starts an engine as its own process and waits until it serves. */
export async function spawnEngine(dataDir: string, lambdaEndpoint: string): Promise<KillableEngine> {
  const script = join(import.meta.dirname, "engine-process.ts");
  const child = spawn(process.execPath, ["--no-warnings", script, dataDir, lambdaEndpoint], {
    // Over the channel it notices that the test is gone, and ends too.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
    // The engine reaches nothing but the endpoints that it is given.
    env: { PATH: process.env.PATH ?? "", NODE_COMPILE_CACHE: join(dataDir, "compiled") },
  });
  const { stdout } = child;
  if (stdout === null) throw new Error("the engine's process has no stdout");
  const [line] = (await once(stdout, "data", { signal: AbortSignal.timeout(60_000) }).catch(
    async (error: unknown) => {
      await kill(child);
      throw error;
    },
  )) as [Buffer];
  return { url: line.toString().trim(), kill: () => kill(child) };
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}
