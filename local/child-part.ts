import { type ChildProcess, spawn } from "node:child_process";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { DroverError } from "#shared/errors/drover-error.ts";
import { droverCommand } from "#shared/project-files.ts";
import type { Endable } from "./keep-running.ts";
import { LogFile } from "./log-file.ts";
import { modelKeyVariables } from "./model-key-variables.ts";
import { smallYoungGeneration } from "./young-generation.ts";

export interface ChildPart extends Endable {
  readonly name: string;
  readonly pid: number;
  /** The JSON line it printed when it was ready. */
  readonly ready: Readonly<Record<string, unknown>>;
  /** SIGTERM, and SIGKILL after `graceMilliseconds`; then its log is whole, and nothing writes to it. Idempotent. */
  stop(graceMilliseconds?: number): Promise<void>;
}

/** After its end, for what it said last. */
const lastWordsMilliseconds = 200;

interface ChildPartOptions {
  readonly name: string;
  readonly arguments: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly logDirectory: string;
  readonly readyMilliseconds?: number;
}

/**
 * Starts `drover <name> …` as its own process and waits for its ready line. Its own process group, because Ctrl-C
 * must reach the farm alone, which then stops its parts in order; the IPC channel ends it should the farm be killed.
 */
export async function startChildPart(options: ChildPartOptions): Promise<ChildPart> {
  await mkdir(options.logDirectory, { recursive: true });
  const log = new LogFile(path.join(options.logDirectory, `${options.name}.log`));
  const child = spawn(process.execPath, [smallYoungGeneration, droverCommand, ...options.arguments], {
    stdio: ["ignore", "pipe", "pipe", "ipc"],
    detached: true,
    env: { ...withoutModelKeys(process.env), ...options.environment },
  });
  const lastWords: string[] = [];
  child.stderr?.on("data", (chunk: Buffer) => {
    log.write(chunk);
    lastWords.push(chunk.toString());
    if (lastWords.length > 20) lastWords.shift();
  });
  child.stderr?.on("error", () => undefined);
  const ended = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("exit", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const said = new Promise<void>((resolve) => void child.once("close", resolve));
  const stop = async (graceMilliseconds = 15_000): Promise<void> => {
    await stopChild(child, ended, graceMilliseconds);
    // What it started itself, such as an adb server, may hold its stderr open for ever.
    await Promise.race([said, wait(lastWordsMilliseconds, undefined, { ref: false })]);
    await log.close();
  };
  try {
    const ready = await readyLine(child, ended, options.readyMilliseconds ?? 20_000);
    return { name: options.name, pid: child.pid ?? -1, ready, ended, stop };
  } catch (error) {
    await stop(1_000);
    const why = `${error instanceof Error ? error.message : error}\n${lastWords.join("").trim()}`;
    throw new DroverError(
      "ConfigurationInvalid",
      `The command 'drover ${options.name}' did not start: ${why.trim()}`,
      {
        advice: [`Its log is ${log.file}.`],
        cause: error,
      },
    );
  }
}

/** No part calls a real model: the Lambda functions do, in the farm's own process. What a part does not know it cannot leak. */
function withoutModelKeys(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(environment).filter(([name]) => !modelKeyVariables.includes(name)),
  );
}

async function readyLine(
  child: ChildProcess,
  ended: Promise<string>,
  milliseconds: number,
): Promise<Readonly<Record<string, unknown>>> {
  if (!child.stdout) throw new Error("it has no stdout");
  const lines = createInterface({ input: child.stdout });
  const first = new Promise<string>((resolve) => lines.once("line", resolve));
  const timer = Promise.withResolvers<never>();
  const timeout = setTimeout(
    () => timer.reject(new Error(`it was not ready after ${milliseconds} ms`)),
    milliseconds,
  );
  try {
    const exited = ended.then((how): never => {
      throw new Error(`it ended with ${how}`);
    });
    return JSON.parse(await Promise.race([first, exited, timer.promise]));
  } finally {
    clearTimeout(timeout);
  }
}

async function stopChild(
  child: ChildProcess,
  ended: Promise<string>,
  graceMilliseconds: number,
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  child.kill("SIGTERM");
  const kill = setTimeout(() => child.kill("SIGKILL"), graceMilliseconds);
  await ended;
  clearTimeout(kill);
}
