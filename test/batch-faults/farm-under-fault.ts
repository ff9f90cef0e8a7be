import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { type FarmFile, readFarmFile } from "#local/farm-file.ts";
import { isRunning, processStart } from "#local/process-start.ts";
import { spawnDrover } from "../e2e/drover-process.ts";
import type { SmallDisk } from "../small-disk.ts";
import type { Fault, PartName } from "./fault-plan.ts";

const readySeconds = 120;
const mostSaid = 10_000;
const usualAwayMilliseconds = 1_000;
/** What outlives its farm for longer was forgotten by it. */
const leftoverSeconds = 10;

/** `drover up` on a directory: started again whenever it was killed, as a service manager would. */
export class FarmUnderFault {
  readonly #args: readonly string[];
  readonly #dir: string;
  readonly #report: (line: string) => void;
  readonly #environment: Readonly<Record<string, string>>;
  /** Each process that its file ever named, with what tells it from a later one of the same id. */
  readonly #seen = new Map<number, string | null>();
  readonly #stopping = new AbortController();
  readonly #killed = new Set<number | undefined>();
  #child: ChildProcess | undefined;
  #restarting: Promise<unknown> = Promise.resolve();
  #awayMilliseconds = usualAwayMilliseconds;
  /** On stderr, by all that were started. */
  readonly said: string[] = [];
  /** How it ended whenever nobody had killed it: a harness that starts it again would hide that. */
  readonly endedUnasked: string[] = [];
  /** How long each start took. */
  readonly startSeconds: number[] = [];

  constructor(
    dir: string,
    args: readonly string[],
    report: (line: string) => void,
    environment: Readonly<Record<string, string>> = {},
  ) {
    this.#environment = environment;
    this.#args = args;
    this.#dir = dir;
    this.#report = report;
  }

  /** Resolves when the farm's file says that it runs. */
  async start(): Promise<void> {
    const startedAt = performance.now();
    const child = spawnDrover(["up", "--json", "--dir", this.#dir, ...this.#args], this.#environment);
    this.#child = child;
    let said = "";
    let wasReady = false;
    child.stderr?.on("data", (chunk: Buffer) => {
      said = `${said}${chunk}`.slice(-2_000);
      if (this.said.length < mostSaid) this.said.push(`${new Date().toISOString()} ${chunk}`);
    });
    child.stdout?.resume();
    child.once("exit", (code, signal) => {
      if (this.#stopping.signal.aborted) return;
      const how = `the farm ended with ${code ?? signal}: ${said.trim()}`;
      if (!this.#killed.has(child.pid)) this.#report(how);
      // A start that failed is tried again too: a disk may have been full.
      if (wasReady && !this.#killed.has(child.pid)) this.endedUnasked.push(how);
      this.#restarting = this.#startAgain();
    });
    const seconds = (): number => (performance.now() - startedAt) / 1_000;
    while (seconds() < readySeconds) {
      const file = await this.file();
      if (file !== null && file.pid === child.pid) {
        wasReady = true;
        this.startSeconds.push(seconds());
        return;
      }
      if (child.exitCode !== null || child.signalCode !== null) break;
      await sleep(100);
    }
    throw new Error(`the farm did not start within ${seconds().toFixed(0)} s: ${said.trim()}`);
  }

  async #startAgain(): Promise<void> {
    await this.#lasting(this.#awayMilliseconds / 1_000);
    if (this.#stopping.signal.aborted) return;
    await this.start().catch((error: Error) => this.#report(error.message));
  }

  /** What runs there now; null while it is down. */
  file = async (): Promise<FarmFile | null> => {
    const file = await readFarmFile(this.#dir).catch(() => null);
    for (const pid of Object.values(file?.processes ?? {})) {
      if (!this.#seen.has(pid)) this.#seen.set(pid, await processStart(pid));
    }
    return file;
  };

  /** Does it now, and what ends it after its seconds, or when the farm is to stop. Answers what came of it, for the table. */
  async inject(fault: Fault, disk: SmallDisk | null): Promise<string> {
    if (fault.kind === "fullDisk") {
      if (disk === null) return "left out: this user may not mount a file system";
      disk.fill();
      await this.#lasting(fault.seconds);
      disk.empty();
      return "done";
    }
    const pid = await this.#processOf(fault.part);
    if (pid === null) return "it was not there for a minute";
    if (fault.kind === "kill") this.#kill(pid);
    else {
      process.kill(pid, "SIGSTOP");
      await this.#lasting(fault.seconds);
      // Its farm may have been killed meanwhile, and it with it.
      if (await isRunning(pid, this.#seen.get(pid) ?? null)) process.kill(pid, "SIGCONT");
    }
    return `done (process ${pid})`;
  }

  #kill(pid: number): void {
    this.#killed.add(pid);
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended meanwhile.
    }
  }

  /** All of its processes die at once. Resolves when it was started again, after so many seconds. */
  async die(seconds: number): Promise<void> {
    const pids = Object.values((await this.file())?.processes ?? {});
    this.#awayMilliseconds = seconds * 1_000;
    const exited = this.#child === undefined ? undefined : once(this.#child, "exit");
    for (const pid of pids) this.#kill(pid);
    await exited;
    await this.#restarting;
    this.#awayMilliseconds = usualAwayMilliseconds;
  }

  /** Of a farm that is down it waits for the next one: each fault is to meet its part. */
  async #processOf(part: PartName): Promise<number | null> {
    for (let tries = 0; tries < 60 && !this.#stopping.signal.aborted; tries += 1) {
      const pid = (await this.file())?.processes[part];
      // One that was killed may be there for a moment yet.
      const isAlive = pid !== undefined && !this.#killed.has(pid);
      if (isAlive && (await isRunning(pid, this.#seen.get(pid) ?? null))) return pid;
      await this.#lasting(1);
    }
    return null;
  }

  async #lasting(seconds: number): Promise<void> {
    await sleep(seconds * 1_000, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  /** Ctrl-C. Answers which of its processes did not end with it; those are killed. */
  async stop(): Promise<readonly number[]> {
    this.#stopping.abort();
    await this.#restarting;
    const child = this.#child;
    if (child !== undefined && child.exitCode === null && child.signalCode === null) {
      child.kill("SIGINT");
      const overdue = setTimeout(() => child.kill("SIGKILL"), 60_000);
      await once(child, "exit").finally(() => clearTimeout(overdue));
    }
    const until = performance.now() + leftoverSeconds * 1_000;
    let left = await this.#running();
    while (left.length > 0 && performance.now() < until) {
      await sleep(200);
      left = await this.#running();
    }
    for (const pid of left) this.#kill(pid);
    return left;
  }

  async #running(): Promise<readonly number[]> {
    const found = await Promise.all(
      [...this.#seen].map(async ([pid, start]) => ((await isRunning(pid, start)) ? [pid] : [])),
    );
    return found.flat();
  }
}

/** Bytes below a directory. */
export async function bytesBelow(dir: string): Promise<number> {
  const child = spawn("du", ["-sb", dir], { stdio: ["ignore", "pipe", "ignore"] });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk;
  });
  await once(child, "close");
  return Number.parseInt(text, 10) || 0;
}
