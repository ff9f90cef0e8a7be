import { setImmediate } from "node:timers/promises";
import type {
  AndOr,
  CommandNode,
  CompoundList,
  Pipeline,
  PipelineNode,
  Redirection,
  Script,
  Statement,
} from "unbash";
import { openPipe } from "../pipe.ts";
import {
  copyShellState,
  type ShellState,
  type ShellStreams,
  type ShellSurroundings,
} from "../shell-session.ts";
import { CollectedOutput, emptyInput } from "../streams.ts";
import { FunctionReturn, LoopControl, ShellEnd, ShellFailure } from "./control-flow.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import { startJob } from "./jobs.ts";
import { openRedirections } from "./open-redirections.ts";
import type { CommandAccess } from "./run-command.ts";
import { runCompound } from "./run-compound.ts";
import { runSimple } from "./run-simple.ts";
import type { Runner } from "./runner.ts";
import { parseScript, ShellSyntaxError } from "./syntax.ts";
import { runPendingTraps, runTrap } from "./traps.ts";

/** What `$( … )` may hold: more is an error, not a cut. */
const largestCapture = 16 * 1024 * 1024;
const killedStatus = 137;
/** Whose failure `set -e` sees; in a compound command it has seen the one inside. */
const failingKinds = new Set([
  "Command",
  "Pipeline",
  "Subshell",
  "TestCommand",
  "ArithmeticCommand",
  "Redirected",
]);

/** Runs parsed commands in one shell of the phone. */
export class ScriptRunner implements Runner {
  readonly #surroundings: ShellSurroundings;

  constructor(surroundings: ShellSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Parses and runs; a syntax error is said on stderr and is exit code 1, as in mksh. */
  async runText(text: string, state: ShellState, streams: ShellStreams): Promise<number> {
    try {
      return await this.run(parseScript(text).commands, state, streams);
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error;
      return this.#refuse(error.message, streams);
    }
  }

  /** Its own shell: it ends by itself, and runs its EXIT trap. */
  async runShellText(text: string, state: ShellState, streams: ShellStreams): Promise<number> {
    return this.asShell(state, streams, () => this.runText(text, state, streams));
  }

  async asShell(state: ShellState, streams: ShellStreams, run: () => Promise<number>): Promise<number> {
    let status = await this.#ended(run, streams);
    state.lastStatus = status;
    if (state.traps.has("EXIT"))
      status = await this.#ended(
        () => runTrap("EXIT", state, (text) => this.runText(text, state, streams)),
        streams,
      );
    return status & 255;
  }

  /** The status with which a shell or a subshell ends, whatever ends it. */
  async #ended(run: () => Promise<number>, streams: ShellStreams): Promise<number> {
    try {
      return await run();
    } catch (error) {
      if (error instanceof ShellEnd || error instanceof FunctionReturn) return error.status;
      if (error instanceof LoopControl) return 0;
      if (error instanceof ShellFailure) {
        this.#refuse(error.message, streams);
        return error.status;
      }
      throw error;
    }
  }

  async run(statements: readonly Statement[], state: ShellState, streams: ShellStreams): Promise<number> {
    for (const { command, background } of statements) {
      await this.#checkpoint(state, streams);
      if (background === true) state.lastStatus = this.#background(command, state, streams);
      else state.lastStatus = await this.#andOr(command, state, streams);
    }
    return state.lastStatus;
  }

  list(list: CompoundList, state: ShellState, streams: ShellStreams): Promise<number> {
    return this.run(list.commands, state, streams);
  }

  async condition(list: CompoundList, state: ShellState, streams: ShellStreams): Promise<boolean> {
    return (await asCondition(state, () => this.list(list, state, streams))) === 0;
  }

  /** Between two commands: the shell may have to end, or a trap to run. */
  async #checkpoint(state: ShellState, streams: ShellStreams): Promise<void> {
    const { hangUp, budget } = this.#surroundings;
    budget.commandsLeft -= 1;
    if (budget.commandsLeft % 256 === 0) await setImmediate();
    if (hangUp.aborted) throw new ShellEnd(typeof hangUp.reason === "number" ? 128 + hangUp.reason : 129);
    if (budget.commandsLeft <= 0) throw new ShellEnd(killedStatus);
    await runPendingTraps(state, (text) => this.runText(text, state, streams));
  }

  async #andOr(node: PipelineNode | AndOr, state: ShellState, streams: ShellStreams): Promise<number> {
    if (node.type !== "AndOr") return this.#pipeline(node, state, streams);
    let status = 0;
    for (const [index, command] of node.commands.entries()) {
      const operator = node.operators[index - 1];
      if (operator !== undefined && (operator === "&&") !== (status === 0)) continue;
      const isLast = index === node.commands.length - 1;
      const run = () => this.#pipeline(command, state, streams);
      status = isLast ? await run() : await asCondition(state, run);
      state.lastStatus = status;
    }
    return status;
  }

  async #pipeline(node: PipelineNode, state: ShellState, streams: ShellStreams): Promise<number> {
    if (node.type !== "Pipeline")
      return this.#failing(node, await this.command(node, state, streams), state, streams);
    const began = performance.now();
    const negations = node.prefixes.filter(({ type }) => type === "Negation").length;
    const run = () => this.#stages(node, state, streams);
    const status = negations > 0 ? await asCondition(state, run) : await run();
    if (node.prefixes.some(({ type }) => type === "Time"))
      streams.stderr.write(timeText(performance.now() - began));
    if (negations % 2 === 1) return status === 0 ? 1 : 0;
    return negations > 0 ? status : this.#failing(node, status, state, streams);
  }

  /** `set -e` and the ERR trap. */
  async #failing(
    node: PipelineNode,
    status: number,
    state: ShellState,
    streams: ShellStreams,
  ): Promise<number> {
    if (status === 0 || !failingKinds.has(node.type) || state.conditionDepth > 0) return status;
    state.lastStatus = status;
    if (state.traps.has("ERR")) await runTrap("ERR", state, (text) => this.runText(text, state, streams));
    if (state.options.has("errexit")) throw new ShellEnd(status);
    return status;
  }

  /** All stages at the same time, each a subshell. */
  async #stages({ commands }: Pipeline, state: ShellState, streams: ShellStreams): Promise<number> {
    const [only] = commands;
    if (commands.length === 1 && only !== undefined) return this.command(only, state, streams);
    const stops = commands.map(() => new AbortController());
    const pipes = commands.slice(1).map((_, index) => openPipe(() => stops[index]?.abort(13)));
    const statuses = await Promise.all(
      commands.map(async (command, index) => {
        const [before, after] = [pipes[index - 1], pipes[index]];
        const own = {
          ...streams,
          stdin: before?.input ?? streams.stdin,
          stdout: after?.output ?? streams.stdout,
        };
        const hangUp = AbortSignal.any([
          this.#surroundings.hangUp,
          ...(stops[index] === undefined ? [] : [stops[index].signal]),
        ]);
        const runner = after === undefined ? this : new ScriptRunner({ ...this.#surroundings, hangUp });
        try {
          return await runner.subshell(command, copyShellState(state), own);
        } finally {
          after?.endWriting();
          before?.endReading();
        }
      }),
    );
    const failed = statuses.findLast((status) => status !== 0) ?? 0;
    return state.options.has("pipefail") ? failed : (statuses.at(-1) ?? 0);
  }

  /** Runs a command in its own shell. */
  subshell(command: PipelineNode | AndOr, state: ShellState, streams: ShellStreams): Promise<number> {
    return this.asShell(state, streams, () => this.#andOr(command, state, streams));
  }

  #background(command: PipelineNode | AndOr, state: ShellState, streams: ShellStreams): number {
    startJob(command, state, this.#surroundings, (surroundings, own) =>
      new ScriptRunner(surroundings).subshell(command, own, { ...streams, stdin: emptyInput }),
    );
    return 0;
  }

  async command(node: CommandNode, state: ShellState, streams: ShellStreams): Promise<number> {
    switch (node.type) {
      case "Command":
        return runSimple(node, { runner: this, state, streams });
      case "Function":
        state.functions.set(node.name.value, node.body);
        return 0;
      case "Redirected":
        return this.redirected(node.redirects, state, streams, (own) =>
          runCompound(node.command, this, state, own),
        );
      case "Coproc":
        throw new ShellFailure("'coproc' is not supported by this virtual phone's shell");
      default:
        return runCompound(node, this, state, streams);
    }
  }

  async redirected(
    redirections: readonly Redirection[],
    state: ShellState,
    streams: ShellStreams,
    run: (streams: ShellStreams) => Promise<number>,
    lasts = false,
  ): Promise<number> {
    const { files, held } = this.#surroundings;
    const opened = await openRedirections(redirections, streams, this.expansion(state, streams), files);
    if (!opened.ok) return this.#refuse(opened.message, streams);
    if (lasts) held.keep(opened.close);
    try {
      return await run(opened.streams);
    } finally {
      if (!lasts) held.release(opened.close);
    }
  }

  access(): CommandAccess {
    return {
      surroundings: this.#surroundings,
      runScript: (...script) => this.runText(...script),
      runShellScript: (...script) => this.runShellText(...script),
      within: (surroundings) => new ScriptRunner(surroundings).access(),
    };
  }

  #refuse(message: string, streams: ShellStreams): number {
    streams.stderr.write(`/system/bin/sh: ${message}\n`);
    return 1;
  }

  expansion(
    state: ShellState,
    streams: ShellStreams,
    onStatus: (status: number) => void = () => {},
  ): ExpansionContext {
    return {
      state,
      files: this.#surroundings.files,
      capture: async (script: Script) => {
        const output = new CollectedOutput(largestCapture + 1);
        const inner = copyShellState(state);
        const own = { ...streams, stdout: output };
        onStatus(await this.asShell(inner, own, () => this.run(script.commands, inner, own)));
        if (output.bytes().length > largestCapture)
          throw new ShellFailure("command substitution: out of memory");
        return output.text().replaceAll("\0", "");
      },
    };
  }
}

async function asCondition(state: ShellState, run: () => Promise<number>): Promise<number> {
  state.conditionDepth += 1;
  try {
    return await run();
  } finally {
    state.conditionDepth -= 1;
  }
}

const timeText = (milliseconds: number): string =>
  `    0m${(milliseconds / 1000).toFixed(2).padStart(5, "0")}s real     0m00.00s user     0m00.00s system\n`;
