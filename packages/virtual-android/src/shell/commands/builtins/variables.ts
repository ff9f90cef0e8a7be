import { expandArithmeticText } from "../../language/arithmetic.ts";
import { quotedText } from "../../language/expand-parameter.ts";
import type { CommandContext, ShellCommand, ShellOption } from "../../shell-session.ts";
import { readLine } from "../../streams.ts";
import { builtinOptions, shellFailure } from "./builtin-options.ts";

const assignment = /^([A-Za-z_]\w*)(\+?)=([\s\S]*)$/;

/** Sets what `name=value` says, and answers the name. */
function assigned(word: string, context: CommandContext): string {
  const { variables } = context.state;
  const match = assignment.exec(word);
  const name = match?.[1] ?? word;
  if (!/^[A-Za-z_]\w*$/.test(name)) throw shellFailure(context, `${word}: is not an identifier`);
  if (match !== null)
    variables.set(name, (match[2] === "+" ? (variables.get(name) ?? "") : "") + (match[3] ?? ""));
  return name;
}

function listed(context: CommandContext, names: readonly string[], prefix: string): number {
  const { variables } = context.state;
  const shown = names.map((name) => `${prefix}${name}=${quotedText(variables.get(name) ?? "")}\n`);
  context.stdout.write(shown.join(""));
  return 0;
}

export const exportCommand: ShellCommand = (context) => {
  const { flags, operands } = builtinOptions(context, "p");
  const { variables } = context.state;
  const names = variables.exportedEntries().map(([name]) => name);
  if (operands.length === 0) return listed(context, names.sort(), flags.has("p") ? "export " : "");
  for (const word of operands) variables.export(assigned(word, context));
  return 0;
};

export const readonly: ShellCommand = (context) => {
  const { flags, operands } = builtinOptions(context, "p");
  const { variables } = context.state;
  if (operands.length === 0)
    return listed(context, variables.readOnlyNames(), flags.has("p") ? "readonly " : "");
  for (const word of operands) variables.makeReadOnly(assigned(word, context));
  return 0;
};

/** `local` and `typeset`: inside a function the variables are its own. */
export const local: ShellCommand = (context) => {
  const { flags, operands } = builtinOptions(context, "xri");
  const { state } = context;
  if (operands.length === 0) return listed(context, state.variables.names(), "");
  for (const word of operands) {
    const [, name = word] = assignment.exec(word) ?? [];
    if (state.functionDepth > 0 && !flags.has("r")) state.variables.makeLocal(name);
    assigned(word, context);
    if (flags.has("i")) state.variables.makeInteger(name);
    if (flags.has("x")) state.variables.export(name);
    if (flags.has("r")) state.variables.makeReadOnly(name);
  }
  return 0;
};

export const unset: ShellCommand = (context) => {
  const { flags, operands } = builtinOptions(context, "fv");
  for (const name of operands) {
    if (flags.has("f")) context.state.functions.delete(name);
    else context.state.variables.delete(name);
  }
  return 0;
};

/** `let EXPRESSION…`: 0 when the last is not zero. */
export const letCommand: ShellCommand = (context) => {
  const { variables } = context.state;
  if (context.args.length === 0) throw shellFailure(context, "missing argument");
  let value = "0";
  for (const text of context.args) value = expandArithmeticText(text, variables);
  return value === "0" ? 1 : 0;
};

const optionNames: Readonly<Record<string, ShellOption>> = {
  a: "allexport",
  e: "errexit",
  f: "noglob",
  u: "nounset",
  x: "xtrace",
};
const knownOptions: readonly string[] = [...Object.values(optionNames), "pipefail"];

/** `set -eux -o pipefail -- ARGUMENT…`; options of mksh that this shell does not have are refused. */
export const set: ShellCommand = (context) => {
  const { state } = context;
  const rest = [...context.args];
  if (rest.length === 0) return listed(context, state.variables.names(), "");
  while (/^[-+]/.test(rest[0] ?? "")) {
    const word = rest.shift() ?? "";
    if (word === "--" || word === "-") {
      state.arguments = rest;
      return 0;
    }
    for (const letter of word.slice(1)) {
      const name = letter === "o" ? rest.shift() : optionNames[letter];
      if (letter === "o" && name === undefined) return listOptions(context);
      if (name === undefined || !knownOptions.includes(name))
        throw shellFailure(
          context,
          letter === "o" ? `${name}: bad option` : `${word[0]}${letter}: unknown option`,
        );
      if (word.startsWith("-")) state.options.add(name as ShellOption);
      else state.options.delete(name as ShellOption);
    }
  }
  if (rest.length > 0) state.arguments = rest;
  return 0;
};

function listOptions({ state, stdout }: CommandContext): number {
  stdout.write("Current option settings\n");
  for (const name of [...knownOptions].sort())
    stdout.write(`${name.padEnd(15)}${state.options.has(name as ShellOption) ? "on" : "off"}\n`);
  return 0;
}

/** `read [-r] [-p PROMPT] [NAME…]`: one line of stdin, and not a byte more. */
export const read: ShellCommand = async (context) => {
  const { flags, values, operands } = builtinOptions(context, "rp:");
  const { variables } = context.state;
  if (values.has("p")) context.stderr.write(values.get("p") ?? "");
  let line = await readLine(context.stdin);
  let text = line?.text ?? "";
  while (!flags.has("r") && line !== null && line.isWhole && /(?<!\\)(?:\\\\)*\\$/.test(text)) {
    line = await readLine(context.stdin);
    text = text.slice(0, -1) + (line?.text ?? "");
  }
  const names = operands.length === 0 ? ["REPLY"] : operands;
  const fields = fieldsOf(text, names.length, variables.get("IFS") ?? " \t\n", flags.has("r"));
  for (const [index, name] of names.entries()) {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw shellFailure(context, `${name}: is not an identifier`, 2);
    variables.set(name, fields[index] ?? "");
  }
  return line?.isWhole === true ? 0 : 1;
};

/** The last field takes what is left. */
function fieldsOf(text: string, count: number, separators: string, isRaw: boolean): readonly string[] {
  const blanks = [...separators].filter((one) => " \t\n".includes(one));
  const characters = isRaw ? [...text].map((one) => [one, false] as const) : unescaped(text);
  const trimmed = (from: number): number => {
    let at = from;
    while (
      characters[at] !== undefined &&
      characters[at]?.[1] === false &&
      blanks.includes(characters[at]?.[0] ?? "")
    )
      at += 1;
    return at;
  };
  const fields: string[] = [];
  let at = trimmed(0);
  while (fields.length < count - 1 && at < characters.length) {
    let field = "";
    while (
      at < characters.length &&
      (characters[at]?.[1] === true || !separators.includes(characters[at]?.[0] ?? ""))
    )
      field += characters[at++]?.[0] ?? "";
    fields.push(field);
    at = trimmed(at);
    if (
      characters[at] !== undefined &&
      !blanks.includes(characters[at]?.[0] ?? "") &&
      separators.includes(characters[at]?.[0] ?? "")
    )
      at = trimmed(at + 1);
  }
  let rest = characters.slice(at);
  while (rest.length > 0 && rest.at(-1)?.[1] === false && blanks.includes(rest.at(-1)?.[0] ?? ""))
    rest = rest.slice(0, -1);
  // A separator that only ends the last field is not of it.
  const isSeparator = (one: (typeof rest)[number] | undefined): boolean =>
    one !== undefined && !one[1] && separators.includes(one[0]);
  const isBlank = (one: (typeof rest)[number] | undefined): boolean =>
    isSeparator(one) && blanks.includes(one?.[0] ?? "");
  if (isSeparator(rest.at(-1))) {
    const field = rest.slice(0, rest.slice(0, -1).findLastIndex((one) => !isBlank(one)) + 1);
    if (!field.some(isSeparator)) rest = field;
  }
  return [...fields, rest.map(([one]) => one).join("")];
}

/** Characters, and whether a backslash stood before each. */
function unescaped(text: string): (readonly [string, boolean])[] {
  return [...text.matchAll(/\\([\s\S]?)|([\s\S])/gu)].flatMap(([, escaped, plain]) =>
    escaped === "" ? [] : [[escaped ?? plain ?? "", escaped !== undefined] as const],
  );
}
