import type { Command, CommandArgument } from "unbash";
import type { ShellState, ShellStreams } from "../shell-session.ts";
import { FunctionReturn, ShellFailure } from "./control-flow.ts";
import { quotedText } from "./expand-parameter.ts";
import { expandSingle, expandWords } from "./expand-words.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import { runCommand } from "./run-command.ts";
import type { Runner } from "./runner.ts";
import { isSpecialBuiltin } from "./special-builtins.ts";

const deepestFunctions = 500;

interface CommandPlace {
  readonly runner: Runner;
  readonly state: ShellState;
  readonly streams: ShellStreams;
}

/** Assignments, a function, a builtin or a program. */
export async function runSimple(command: Command, place: CommandPlace): Promise<number> {
  const { runner, state, streams } = place;
  let substituted = 0;
  const expansion = runner.expansion(state, streams, (status) => {
    substituted = status;
  });
  const before = state.lastStatus;
  const name = command.name === undefined ? [] : [command.name];
  const words = await argumentsOf([...name, ...command.args], expansion);
  const values = await assignmentsOf(command, expansion);
  state.lastStatus = before;
  if (state.options.has("xtrace")) streams.stderr.write(traceLine(values, words));
  const run = async (own: ShellStreams): Promise<number> => {
    if (words.length > 0)
      return withVariables(values, state, isSpecialBuiltin(words[0] ?? ""), () => invoke(words, own, place));
    for (const [variable, value] of values) {
      state.variables.set(variable, value);
      if (state.options.has("allexport")) state.variables.export(variable);
    }
    return substituted;
  };
  return runner.redirected(command.redirects, state, streams, run, words[0] === "exec");
}

async function argumentsOf(args: readonly CommandArgument[], expansion: ExpansionContext): Promise<string[]> {
  const words: string[] = [];
  for (const argument of args) {
    if (argument.type === "Word") words.push(...(await expandWords([argument], expansion)));
    else if (argument.value.type === "Word") {
      // `export A=$x`: it is not cut.
      const value = await expandSingle(argument.value, expansion, true);
      words.push(`${argument.name}${argument.append === true ? "+" : ""}=${value}`);
    }
  }
  return words;
}

async function assignmentsOf({ prefix }: Command, expansion: ExpansionContext): Promise<[string, string][]> {
  const values: [string, string][] = [];
  for (const one of prefix) {
    if (one.type !== "Assignment" || one.value.type !== "Word") continue;
    const before = one.append === true ? (expansion.state.variables.get(one.name) ?? "") : "";
    values.push([one.name, before + (await expandSingle(one.value, expansion, true))]);
  }
  return values;
}

async function invoke(words: readonly string[], streams: ShellStreams, place: CommandPlace): Promise<number> {
  const { runner, state } = place;
  const body = state.functions.get(words[0] ?? "");
  if (body === undefined)
    return runCommand(words, { ...runner.access(), state, streams, listStreams: place.streams });
  if (state.functionDepth >= deepestFunctions)
    throw new ShellFailure(`${words[0]}: function calls nested too deeply`);
  const outside = { arguments: state.arguments, loopDepth: state.loopDepth };
  state.variables.enterFunction();
  state.functionDepth += 1;
  state.arguments = words.slice(1);
  state.loopDepth = 0;
  try {
    if (body.type === "CompoundList") return await runner.list(body, state, streams);
    return await runner.command(body, state, streams);
  } catch (error) {
    if (error instanceof FunctionReturn) return error.status;
    throw error;
  } finally {
    state.functionDepth -= 1;
    Object.assign(state, outside);
    state.variables.leaveFunction();
  }
}

/** `A=1 command`: the variable is the command's only, but for a special builtin it stays. */
async function withVariables(
  values: readonly [string, string][],
  state: ShellState,
  isSpecial: boolean,
  run: () => Promise<number>,
): Promise<number> {
  if (values.length === 0) return run();
  if (isSpecial) {
    for (const [name, value] of values) state.variables.set(name, value);
    return run();
  }
  const undo = state.variables.assignFor(values);
  try {
    return await run();
  } finally {
    undo();
  }
}

const traceLine = (values: readonly [string, string][], words: readonly string[]): string =>
  `+ ${values.map(([name, value]) => `${name}=${quotedText(value)} `).join("")}${words.map(quotedText).join(" ")}\n`;
