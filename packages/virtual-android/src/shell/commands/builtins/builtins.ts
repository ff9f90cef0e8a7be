import { FunctionReturn, LoopControl, ShellEnd } from "../../language/control-flow.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { builtinOptions, shellFailure } from "./builtin-options.ts";

export const trueCommand: ShellCommand = () => 0;
export const falseCommand: ShellCommand = () => 1;

export const cd: ShellCommand = (context) => {
  const { state, surroundings } = context;
  const { operands } = builtinOptions(context, "LP");
  if (operands.length > 1) throw shellFailure(context, "bad substitution");
  const wanted = operands[0] ?? state.variables.get("HOME") ?? "/";
  const target = wanted === "-" ? (state.variables.get("OLDPWD") ?? "/") : wanted;
  const stat = surroundings.files.find(absolutePath(context, target));
  if (stat === null) throw shellFailure(context, `${target}: No such file or directory`, 2);
  if (!stat.isDirectory()) throw shellFailure(context, `${target}: Not a directory`, 2);
  state.variables.set("OLDPWD", state.directory);
  state.directory = surroundings.files.resolve(absolutePath(context, target));
  if (wanted === "-") context.stdout.write(`${state.directory}\n`);
  return 0;
};

export const pwd: ShellCommand = (context) => {
  builtinOptions(context, "LP");
  context.stdout.write(`${context.state.directory}\n`);
  return 0;
};

function statusArgument(context: CommandContext): number {
  const code = context.args[0] ?? String(context.state.lastStatus);
  if (!/^-?\d+$/.test(code)) throw shellFailure(context, `bad number: ${code}`);
  return Number(code) & 255;
}

export const exit: ShellCommand = (context) => {
  throw new ShellEnd(statusArgument(context));
};

/** Outside of a function it ends the script. */
export const returnCommand: ShellCommand = (context) => {
  const status = statusArgument(context);
  throw context.state.functionDepth > 0 ? new FunctionReturn(status) : new ShellEnd(status);
};

const loopControl =
  (leaves: boolean): ShellCommand =>
  (context) => {
    const [levels = "1"] = context.args;
    if (!/^[1-9]\d*$/.test(levels)) throw shellFailure(context, `${levels}: bad option`);
    if (context.state.loopDepth === 0) {
      context.stderr.write(`/system/bin/sh: ${context.name}: can't ${context.name}\n`);
      return 0;
    }
    throw new LoopControl(leaves, Math.min(Number(levels), context.state.loopDepth));
  };

export const breakCommand = loopControl(true);
export const continueCommand = loopControl(false);

export const shift: ShellCommand = (context) => {
  const { state } = context;
  const { operands } = builtinOptions(context, "");
  const count = operands[0] ?? "1";
  if (!/^\d+$/.test(count)) throw shellFailure(context, `bad number: ${count}`);
  if (Number(count) > state.arguments.length) throw shellFailure(context, "nothing to shift");
  state.arguments = state.arguments.slice(Number(count));
  return 0;
};

export const evalCommand: ShellCommand = (context) =>
  context.args.length === 0
    ? 0
    : context.runScript(context.args.join(" "), context.state, context.listStreams);

/** `. FILE ARGUMENT…`: its commands run in this shell. */
export const dot: ShellCommand = async (context) => {
  const { state, surroundings } = context;
  const [path, ...args] = builtinOptions(context, "").operands;
  if (path === undefined) throw shellFailure(context, "missing argument");
  const file = absolutePath(context, path);
  if (surroundings.files.find(file)?.isFile() !== true)
    throw shellFailure(context, `${path}: No such file or directory`);
  const outside = state.arguments;
  if (args.length > 0) state.arguments = args;
  state.functionDepth += 1; // `return` ends the file
  try {
    return await context.runScript(
      surroundings.files.read(file).toString("utf8"),
      state,
      context.listStreams,
    );
  } catch (error) {
    if (error instanceof FunctionReturn) return error.status;
    throw error;
  } finally {
    state.functionDepth -= 1;
    state.arguments = outside;
  }
};

/** With a command it takes the shell's place; without one its redirections stay. */
export const exec: ShellCommand = async (context) => {
  const { operands } = builtinOptions(context, "");
  if (operands.length > 0) throw new ShellEnd(await context.runCommand(operands));
  const { stdin, stdout, stderr, others } = context;
  // The streams of a list are one object for as long as it runs.
  Object.assign(context.listStreams, { stdin, stdout, stderr, others });
  return 0;
};

export const umask: ShellCommand = (context) => {
  const { operands } = builtinOptions(context, "");
  if (operands.length > 0)
    throw new CommandFailure(
      "/system/bin/sh: umask: changing it is not supported by this virtual phone's shell",
    );
  context.stdout.write("077\n");
  return 0;
};
