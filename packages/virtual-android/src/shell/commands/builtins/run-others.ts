import { ShellVariables } from "../../language/shell-variables.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { readAll } from "../../streams.ts";
import { parseOptions } from "./options.ts";

/** `env [-i] [-u NAME] [NAME=VALUE…] [COMMAND…]`: what is exported, or a command with it changed. */
export const env: ShellCommand = (context) => {
  const { flags, values, operands } = parseOptions(context, "iu:", true);
  const entries = new Map(flags.has("i") ? [] : context.state.variables.exportedEntries());
  entries.delete(values.get("u") ?? "");
  const words = [...operands];
  for (
    let match = /^([^=]+)=([\s\S]*)$/.exec(words[0] ?? "");
    match !== null;
    match = /^([^=]+)=([\s\S]*)$/.exec(words[0] ?? "")
  ) {
    entries.set(match[1] ?? "", match[2] ?? "");
    words.shift();
  }
  if (words.length === 0) {
    context.stdout.write([...entries].map(([name, value]) => `${name}=${value}\n`).join(""));
    return 0;
  }
  const state = { ...context.state, variables: new ShellVariables(entries, entries.keys()) };
  return context.runCommand(words, { state });
};

/** `toybox COMMAND…`: the command by its own name. */
export const toybox: ShellCommand = ({ args, runCommand }) => {
  if (args.length === 0 || args[0]?.startsWith("-") === true)
    throw new CommandFailure("toybox: a list of commands is not supported by this virtual phone");
  return runCommand(args);
};

export const printenv: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "");
  const entries = new Map(context.state.variables.exportedEntries());
  if (operands.length === 0) {
    context.stdout.write([...entries].map(([name, value]) => `${name}=${value}\n`).join(""));
    return 0;
  }
  let status = 0;
  for (const name of operands) {
    const value = entries.get(name);
    if (value === undefined) status = 1;
    else context.stdout.write(`${value}\n`);
  }
  return status;
};

/** `xargs [-0] [-n COUNT] [-I TEXT] [-r] COMMAND…`: words of stdin as arguments. */
export const xargs: ShellCommand = async (context) => {
  const { flags, values, operands } = parseOptions(context, "0n:I:rtx", true);
  const command = operands.length === 0 ? ["echo"] : operands;
  const text = (await readAll(context.stdin)).toString("utf8");
  const replaced = values.get("I");
  const words = flags.has("0")
    ? text.split("\0").filter((word) => word !== "")
    : replaced === undefined
      ? wordsOf(text)
      : text
          .split("\n")
          .map((line) => line.trim())
          .filter((line) => line !== "");
  const count = values.has("n") ? Number(values.get("n")) : Number.POSITIVE_INFINITY;
  if (!(count > 0)) throw new CommandFailure(`xargs: -n < 1`);
  if (replaced !== undefined)
    return eachRun(
      context,
      words.map((word) => command.map((part) => part.replaceAll(replaced, word))),
      flags,
    );
  if (words.length === 0) return flags.has("r") ? 0 : eachRun(context, [command], flags);
  const runs: string[][] = [];
  for (let at = 0; at < words.length; at += count) runs.push([...command, ...words.slice(at, at + count)]);
  return eachRun(context, runs, flags);
};

async function eachRun(
  context: CommandContext,
  runs: readonly (readonly string[])[],
  flags: ReadonlySet<string>,
): Promise<number> {
  let status = 0;
  for (const words of runs) {
    if (flags.has("t")) context.stderr.write(`${words.join(" ")}\n`);
    const code = await context.runCommand(words);
    if (code === 255) return 124;
    if (code === 126 || code === 127) return code;
    if (code !== 0) status = 123;
  }
  return status;
}

/** Cut at blanks, but for those in quotes or after a backslash. */
function wordsOf(text: string): readonly string[] {
  const found = text.match(/(?:'[^'\n]*'|"[^"\n]*"|\\[\s\S]|[^\s'"\\])+/g) ?? [];
  return found.map((word) =>
    word.replace(
      /'([^']*)'|"([^"]*)"|\\([\s\S])/g,
      (_, single, double, escaped) => single ?? double ?? escaped,
    ),
  );
}
