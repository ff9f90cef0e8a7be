import { setImmediate } from "node:timers/promises";
import { type ExpansionContext, expandSingle, expandWords } from "./expand-words.ts";
import { openRedirections } from "./open-redirections.ts";
import { parseScript } from "./parse-script.ts";
import { runCommand } from "./run-command.ts";
import {
  copyShellState,
  type ShellState,
  type ShellStreams,
  type ShellSurroundings,
} from "./shell-session.ts";
import { bufferInput, CollectedOutput } from "./streams.ts";
import {
  type Command,
  type ForCommand,
  type LoopCommand,
  type Pipeline,
  type Script,
  ShellSyntaxError,
  type SimpleCommand,
} from "./syntax.ts";

/** `break` and `continue` on their way to their loop. */
class LoopControl extends Error {
  readonly leaves: boolean;

  constructor(leaves: boolean) {
    super();
    this.leaves = leaves;
  }
}

/** Runs parsed commands in one shell of the phone. */
export class ScriptRunner {
  readonly #surroundings: ShellSurroundings;

  constructor(surroundings: ShellSurroundings) {
    this.#surroundings = surroundings;
  }

  /** Parses and runs; a syntax error is said on stderr and is exit code 1, as in mksh. */
  async runText(text: string, state: ShellState, streams: ShellStreams): Promise<number> {
    try {
      return await this.run(parseScript(text), state, streams);
    } catch (error) {
      if (!(error instanceof ShellSyntaxError)) throw error;
      streams.stderr.write(`/system/bin/sh: ${error.message}\n`);
      return 1;
    }
  }

  async run(script: Script, state: ShellState, streams: ShellStreams): Promise<number> {
    for (const { first, rest } of script) {
      if (this.#stops(state)) break;
      state.lastStatus = await this.#pipeline(first, state, streams);
      for (const { operator, pipeline } of rest) {
        if (this.#stops(state)) break;
        if ((operator === "&&") === (state.lastStatus === 0)) {
          state.lastStatus = await this.#pipeline(pipeline, state, streams);
        }
      }
    }
    return state.lastStatus;
  }

  #stops(state: ShellState): boolean {
    const { hangUp, budget } = this.#surroundings;
    return state.exiting || hangUp.aborted || budget.commandsLeft <= 0;
  }

  async #pipeline(
    { commands, negated }: Pipeline,
    state: ShellState,
    streams: ShellStreams,
  ): Promise<number> {
    let status = 0;
    let { stdin } = streams;
    // One after the other: what flows on the phone is bounded, and the last command's exit code counts.
    for (const [index, command] of commands.entries()) {
      if (index === commands.length - 1) {
        const own = commands.length === 1 ? state : copyShellState(state);
        status = await this.#command(command, own, { ...streams, stdin });
      } else {
        const between = new CollectedOutput();
        await this.#command(command, copyShellState(state), { ...streams, stdin, stdout: between });
        stdin = bufferInput(between.bytes());
      }
    }
    if (!negated) return status;
    return status === 0 ? 1 : 0;
  }

  async #command(command: Command, state: ShellState, streams: ShellStreams): Promise<number> {
    this.#surroundings.budget.commandsLeft -= 1;
    const { commandsLeft } = this.#surroundings.budget;
    if (commandsLeft % 256 === 0) await setImmediate();
    if (command.kind === "simple") return this.#simple(command, state, streams);
    if (command.redirections.length === 0) return this.#compound(command, state, streams);
    const opened = await openRedirections(
      command.redirections,
      streams,
      this.#expansion(state, streams),
      this.#surroundings.files,
    );
    if (!opened.ok) return this.#refuse(opened.message, streams);
    try {
      return await this.#compound(command, state, opened.streams);
    } finally {
      opened.close();
    }
  }

  async #compound(
    command: Exclude<Command, SimpleCommand>,
    state: ShellState,
    streams: ShellStreams,
  ): Promise<number> {
    switch (command.kind) {
      case "group":
        return this.run(command.body, state, streams);
      case "subshell":
        return this.run(command.body, copyShellState(state), streams);
      case "if":
        for (const { condition, body } of command.branches) {
          if ((await this.run(condition, state, streams)) === 0) return this.run(body, state, streams);
        }
        return command.otherwise === null ? 0 : this.run(command.otherwise, state, streams);
      case "for":
        return this.#for(command, state, streams);
      default:
        return this.#while(command, state, streams);
    }
  }

  async #for(
    { words, variable, body }: ForCommand,
    state: ShellState,
    streams: ShellStreams,
  ): Promise<number> {
    for (const value of await expandWords(words, this.#expansion(state, streams))) {
      if (this.#stops(state)) break;
      state.variables.set(variable, value);
      if (await this.#leavesLoop(body, state, streams)) break;
    }
    return state.lastStatus;
  }

  async #while(
    { kind, condition, body }: LoopCommand,
    state: ShellState,
    streams: ShellStreams,
  ): Promise<number> {
    let status = 0;
    while (
      !this.#stops(state) &&
      ((await this.run(condition, state, streams)) === 0) === (kind === "while")
    ) {
      if (await this.#leavesLoop(body, state, streams)) return 0;
      status = state.lastStatus;
    }
    return status;
  }

  /** Runs a loop's body once; true when a `break` in it ended the loop. */
  async #leavesLoop(body: Script, state: ShellState, streams: ShellStreams): Promise<boolean> {
    state.loopDepth += 1;
    try {
      await this.run(body, state, streams);
      return false;
    } catch (error) {
      if (error instanceof LoopControl) return error.leaves;
      throw error;
    } finally {
      state.loopDepth -= 1;
    }
  }

  async #simple(command: SimpleCommand, state: ShellState, streams: ShellStreams): Promise<number> {
    const expansion = this.#expansion(state, streams);
    const words = await expandWords(command.words, expansion);
    const values: [string, string][] = [];
    for (const { name, value } of command.assignments)
      values.push([name, await expandSingle(value, expansion)]);
    const opened = await openRedirections(command.redirections, streams, expansion, this.#surroundings.files);
    if (!opened.ok) return this.#refuse(opened.message, streams);
    try {
      if (words.length === 0) {
        for (const [name, value] of values) state.variables.set(name, value);
        return 0;
      }
      const [name] = words;
      if (name === "break" || name === "continue") {
        if (state.loopDepth === 0) return 0;
        throw new LoopControl(name === "break");
      }
      return await this.#withVariables(values, state, () =>
        runCommand(words, {
          state,
          streams: opened.streams,
          surroundings: this.#surroundings,
          runScript: (...script) => this.runText(...script),
        }),
      );
    } finally {
      opened.close();
    }
  }

  /** `A=1 command`: the variable is the command's only. */
  async #withVariables(
    values: readonly [string, string][],
    state: ShellState,
    run: () => Promise<number>,
  ): Promise<number> {
    if (values.length === 0) return run();
    const before = values.map(([name]) => [name, state.variables.get(name)] as const);
    for (const [name, value] of values) state.variables.set(name, value);
    try {
      return await run();
    } finally {
      for (const [name, value] of before) {
        if (value === undefined) state.variables.delete(name);
        else state.variables.set(name, value);
      }
    }
  }

  #refuse(message: string, streams: ShellStreams): number {
    streams.stderr.write(`/system/bin/sh: ${message}\n`);
    return 1;
  }

  #expansion(state: ShellState, streams: ShellStreams): ExpansionContext {
    return {
      state,
      files: this.#surroundings.files,
      capture: async (script) => {
        const output = new CollectedOutput(1024 * 1024);
        const inner = copyShellState(state);
        state.lastStatus = await this.run(script, inner, { ...streams, stdout: output });
        return output.text();
      },
    };
  }
}
