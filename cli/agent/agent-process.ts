import { type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import type { Readable, Writable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { AgentCommand } from "./agent-command.ts";
import { boundedLines, LineTooLong } from "./bounded-lines.ts";

/** The agent did not do its part: `message` is the reason that its job is told. */
export class AgentFailure extends Error {
  override readonly name = "AgentFailure";
}

/** One line of an agent: an object, or why it is none. */
export type AgentLine =
  | { readonly answer: Readonly<Record<string, unknown>> }
  | { readonly unreadable: string };

interface TurnLine {
  readonly turnId: string;
  readonly [part: string]: unknown;
}

interface Hearing {
  /** A line of its stderr, as it came. */
  onStderr(line: string): void;
  /** A line that nobody waits for. */
  onStray(why: string): void;
}

const mostAnswerCharacters = 1_000_000;
const mostStderrCharacters = 2_000;
const graceMilliseconds = 5_000;

const running = new Set<AgentProcess>();
// Whoever ends this process at once ends the agents too: nobody would read what they answer.
process.on("exit", () => {
  for (const agent of running) agent.kill();
});

/** A program that takes the turns of one job: a line to its stdin, a line from its stdout (docs/agents.md). */
export class AgentProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, Readable>;
  readonly #hearing: Hearing;
  #waiting: { readonly turnId: string; readonly hear: (line: AgentLine) => void } | null = null;
  #lastWords = "";
  /** Why it takes no turn any more; undefined while it may. */
  #failure: string | undefined;
  readonly #ended = Promise.withResolvers<never>();
  readonly #closed: Promise<unknown>;

  constructor([program, ...args]: AgentCommand, hearing: Hearing) {
    // The farm's token is not the agent's: all that it needs comes with its turns.
    const { DROVER_TOKEN: _token, DROVER_CLIENT_SECRET: _secret, ...env } = process.env;
    // Its own group: Ctrl-C is for whoever serves it, which lets it finish.
    this.#child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"], detached: true, env });
    this.#hearing = hearing;
    this.#ended.promise.catch(() => undefined);
    running.add(this);
    this.#child.on("error", (error) => this.#end(`could not be started: ${error.message}`));
    // It may end before it has read what it is told: that it ended says enough.
    this.#child.stdin.on("error", () => undefined);
    this.#closed = once(this.#child, "close").then(
      ([code, signal]) => {
        running.delete(this);
        this.#end(signal === null ? `ended with code ${code}` : `was ended by ${signal}`);
      },
      () => running.delete(this),
    );
    void this.#readAnswers();
    void this.#readStderr();
  }

  /**
   * The next line that answers this turn.
   * @throws AgentFailure when it ends, writes too long a line, or writes none within `milliseconds`
   */
  async ask(turn: TurnLine, milliseconds: number): Promise<AgentLine> {
    if (this.#failure !== undefined) throw new AgentFailure(this.#failure);
    const { promise, resolve } = Promise.withResolvers<AgentLine>();
    this.#waiting = { turnId: turn.turnId, hear: resolve };
    const deadline = new AbortController();
    try {
      this.#tell(turn);
      const late = sleep(milliseconds, undefined, { signal: deadline.signal }).then(() => {
        this.kill();
        throw new AgentFailure(`did not reply within ${Math.round(milliseconds / 1_000)} s`);
      });
      late.catch(() => undefined);
      return await Promise.race([promise, this.#ended.promise, late]);
    } finally {
      deadline.abort();
      this.#waiting = null;
    }
  }

  /** Its job is over: it is told, and has some seconds to end by itself. */
  async close(last: object): Promise<void> {
    this.#tell(last);
    this.#child.stdin.end();
    const done = new AbortController();
    await Promise.race([
      this.#closed,
      sleep(graceMilliseconds, undefined, { signal: done.signal }).catch(() => undefined),
    ]);
    done.abort();
    this.kill();
    await this.#closed;
  }

  /** With whatever it started. */
  kill(): void {
    const { pid, exitCode, signalCode } = this.#child;
    if (pid === undefined || exitCode !== null || signalCode !== null) return;
    try {
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has just ended.
    }
  }

  #tell(line: object): void {
    if (this.#child.stdin.writable) this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  #end(why: string): void {
    const words = this.#lastWords === "" ? "" : `; its last output: ${this.#lastWords}`;
    this.#failure ??= `${why}${words}`;
    this.#ended.reject(new AgentFailure(this.#failure));
  }

  async #readAnswers(): Promise<void> {
    try {
      for await (const line of boundedLines(this.#child.stdout, mostAnswerCharacters, "refuse"))
        if (line.trim() !== "") this.#heard(line);
    } catch (error) {
      if (!(error instanceof LineTooLong)) return;
      this.#end(`wrote a line of more than ${mostAnswerCharacters.toLocaleString("en")} characters`);
      this.kill();
    }
  }

  #heard(line: string): void {
    const waiting = this.#waiting;
    const read = readLine(line);
    const turnId = "answer" in read ? read.answer.turnId : undefined;
    if (waiting === null) this.#hearing.onStray("a line that no turn waits for");
    else if (turnId !== undefined && turnId !== waiting.turnId)
      this.#hearing.onStray("a reply to another turn");
    else {
      this.#waiting = null;
      waiting.hear(read);
    }
  }

  async #readStderr(): Promise<void> {
    try {
      for await (const line of boundedLines(this.#child.stderr, mostStderrCharacters, "cut")) {
        if (line.trim() !== "") this.#lastWords = line.slice(0, 300);
        this.#hearing.onStderr(line);
      }
    } catch {
      // It was ended in the middle of a word.
    }
  }
}

function readLine(line: string): AgentLine {
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && !Array.isArray(value))
      return { answer: value as Readonly<Record<string, unknown>> };
    return { unreadable: "the reply must be a JSON object on one line" };
  } catch (error) {
    return { unreadable: `the reply is not JSON: ${error instanceof Error ? error.message : error}` };
  }
}
