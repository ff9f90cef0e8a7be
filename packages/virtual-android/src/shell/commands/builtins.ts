import { absolutePath, CommandFailure, copyShellState, type ShellCommand } from "../shell-session.ts";
import { readAll } from "../streams.ts";

export const trueCommand: ShellCommand = () => 0;
export const falseCommand: ShellCommand = () => 1;

export const cd: ShellCommand = (context) => {
  const { state, surroundings } = context;
  const wanted = context.args[0] ?? state.variables.get("HOME") ?? "/";
  const target = wanted === "-" ? (state.variables.get("OLDPWD") ?? "/") : wanted;
  const stat = surroundings.files.find(absolutePath(context, target));
  if (stat === null) throw new CommandFailure(`/system/bin/sh: cd: ${target}: No such file or directory`, 2);
  if (!stat.isDirectory()) throw new CommandFailure(`/system/bin/sh: cd: ${target}: Not a directory`, 2);
  state.variables.set("OLDPWD", state.directory);
  state.directory = surroundings.files.resolve(absolutePath(context, target));
  return 0;
};

export const pwd: ShellCommand = ({ state, stdout }) => {
  stdout.write(`${state.directory}\n`);
  return 0;
};

export const exit: ShellCommand = ({ args, state }) => {
  const code = args[0] ?? String(state.lastStatus);
  if (!/^-?\d+$/.test(code)) throw new CommandFailure(`/system/bin/sh: exit: bad number: ${code}`);
  state.exiting = true;
  return Number(code);
};

/** `export`, `local`, `typeset`: every variable of this shell reaches the commands anyway. */
export const exportCommand: ShellCommand = ({ args, state }) => {
  for (const argument of args) {
    const match = /^([A-Za-z_][A-Za-z0-9_]*)=(.*)$/s.exec(argument);
    if (match?.[1] !== undefined) state.variables.set(match[1], match[2] ?? "");
  }
  return 0;
};

export const unset: ShellCommand = ({ args, state }) => {
  for (const name of args) state.variables.delete(name);
  return 0;
};

export const printEnvironment: ShellCommand = ({ state, stdout }) => {
  stdout.write([...state.variables].map(([name, value]) => `${name}=${value}\n`).join(""));
  return 0;
};

/** `read NAME…`: one line of stdin; what follows it stays unread only within one chunk. */
export const readLine: ShellCommand = async ({ args, state, stdin }) => {
  const text = (await readAll(stdin)).toString("utf8");
  const [line = ""] = text.split("\n");
  const names = args.filter((argument) => !argument.startsWith("-"));
  const fields = line.trim().split(/\s+/);
  for (const [index, name] of names.entries()) {
    state.variables.set(
      name,
      index === names.length - 1 ? fields.slice(index).join(" ") : (fields[index] ?? ""),
    );
  }
  return text === "" ? 1 : 0;
};

export const evalCommand: ShellCommand = (context) =>
  context.runScript(context.args.join(" "), context.state, context);

export const sh: ShellCommand = async (context) => {
  const { args, state, surroundings } = context;
  const [option, ...rest] = args;
  if (option === "-c") {
    if (rest[0] === undefined) throw new CommandFailure("sh: -c requires an argument");
    return context.runScript(rest[0], copyShellState(state), context);
  }
  const script =
    option === undefined
      ? await readAll(context.stdin)
      : surroundings.files.read(absolutePath(context, option));
  return context.runScript(script.toString("utf8"), copyShellState(state), context);
};

/** `su`: the phone's shell is root already. */
export const su: ShellCommand = (context) => {
  const rest = context.args.filter((argument) => argument !== "root" && argument !== "0");
  const words = rest[0] === "-c" ? rest.slice(1) : rest;
  return words.length === 0 ? 0 : context.runScript(words.join(" "), copyShellState(context.state), context);
};

export const xargs: ShellCommand = async (context) => {
  const words = (await readAll(context.stdin))
    .toString("utf8")
    .split(/\s+/)
    .filter((word) => word !== "");
  const command = context.args.length === 0 ? ["echo"] : context.args;
  return context.runCommand([...command, ...words]);
};
