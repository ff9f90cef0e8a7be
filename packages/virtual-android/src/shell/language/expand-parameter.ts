import type { ParameterExpansionPart, ParameterOperation, SimpleExpansionPart, Word } from "unbash";
import type { ShellState } from "../shell-session.ts";
import { ShellFailure } from "./control-flow.ts";
import type { Piece, WordExpander } from "./expansion-context.ts";
import { patternSource } from "./shell-pattern.ts";

/** `$x` and `${x…}` as stretches of a word. */
export async function expandParameter(
  part: ParameterExpansionPart | SimpleExpansionPart,
  quoted: boolean,
  state: ShellState,
  expander: WordExpander,
): Promise<readonly Piece[]> {
  const name = part.type === "SimpleExpansion" ? part.text.slice(1) : part.parameter;
  const operation = part.type === "SimpleExpansion" ? undefined : part.operation;
  const text = (value: string): Piece => ({ text: value, quoted, splits: !quoted });
  if (part.type === "ParameterExpansion" && part.prefix === "#") return [text(String(lengthOf(name, state)))];
  if ((name === "@" || name === "*") && (operation === undefined || state.arguments.length > 0)) {
    const values = await Promise.all(
      state.arguments.map((value) => operated(value, operation, part.text, expander)),
    );
    return argumentPieces(values, name, quoted, state);
  }
  const value = parameterNamed(name, state);
  if (operation?.type === "Default")
    return withDefault(name, value, operation, { quoted, state, expander, text });
  if (value === undefined && state.options.has("nounset") && name !== "@" && name !== "*")
    throw new ShellFailure(`${name}: parameter not set`);
  return [text(await operated(value ?? "", operation, part.text, expander))];
}

/** Undefined when it is not set. */
export function parameterNamed(name: string, state: ShellState): string | undefined {
  switch (name) {
    case "?":
      return String(state.lastStatus);
    case "#":
      return String(state.arguments.length);
    case "$":
      return String(state.pid);
    case "!":
      return state.jobs.at(-1)?.pid.toString();
    case "-":
      return optionLetters(state);
    case "0":
      return state.name;
    case "@":
    case "*":
      return state.arguments.length === 0 ? undefined : state.arguments.join(" ");
    case "PWD":
      return state.directory;
    case "PPID":
      return "402";
    case "KSH_VERSION":
      return "@(#)MIRBSD KSH R59 2020/10/31 Android";
    default:
      return /^\d+$/.test(name) ? state.arguments[Number(name) - 1] : state.variables.get(name);
  }
}

function optionLetters({ options }: ShellState): string {
  const letters = {
    allexport: "a",
    errexit: "e",
    noglob: "f",
    nounset: "u",
    pipefail: "",
    xtrace: "x",
  } as const;
  return `${[...options].map((option) => letters[option]).join("")}hUc`;
}

function lengthOf(name: string, state: ShellState): number {
  if (name === "@" || name === "*") return state.arguments.length;
  const value = parameterNamed(name, state);
  if (value === undefined && state.options.has("nounset"))
    throw new ShellFailure(`${name}: parameter not set`);
  return [...(value ?? "")].length;
}

/** `"$@"` is a field for each argument, `"$*"` one of all; unquoted, both are cut further. */
function argumentPieces(
  values: readonly string[],
  name: string,
  quoted: boolean,
  state: ShellState,
): readonly Piece[] {
  if (name === "*" && quoted) {
    const separator = (state.variables.get("IFS") ?? " ").slice(0, 1);
    return [{ text: values.join(separator), quoted, splits: false }];
  }
  return values.flatMap((text, index): Piece[] => [
    ...(index === 0 ? [] : [{ text: "", quoted: false, splits: false, endsField: true }]),
    { text, quoted, splits: !quoted },
  ]);
}

async function withDefault(
  name: string,
  value: string | undefined,
  { operator, operand }: ParameterOperation & { readonly type: "Default" },
  {
    quoted,
    state,
    expander,
    text,
  }: { quoted: boolean; state: ShellState; expander: WordExpander; text: (value: string) => Piece },
): Promise<readonly Piece[]> {
  const isSet = operator.startsWith(":") ? value !== undefined && value !== "" : value !== undefined;
  const kind = operator.at(-1);
  if (kind === "+") return isSet ? operandPieces(operand, quoted, expander) : [text("")];
  if (isSet) return [text(value ?? "")];
  if (kind === "-") return operandPieces(operand, quoted, expander);
  const given = await expander.single(operand);
  if (kind === "?") throw new ShellFailure(`${name}: ${given || "parameter null or not set"}`);
  if (!/^[A-Za-z_]/.test(name)) throw new ShellFailure(`${name}: can't assign in this way`);
  state.variables.set(name, given);
  return [text(given)];
}

async function operandPieces(
  operand: Word,
  quoted: boolean,
  expander: WordExpander,
): Promise<readonly Piece[]> {
  const { parts, text, value, pos, end } = operand;
  const pieces = await expander.pieces(parts ?? [{ type: "Literal", text, value, pos, end }], quoted);
  // Typed blanks in an unquoted operand cut it too: ${x:-a b} is two fields.
  const isTyped = (index: number): boolean => (parts?.[index]?.type ?? "Literal") === "Literal";
  const aligned = pieces.length === (parts?.length ?? 1);
  if (quoted) return pieces.map((piece) => ({ ...piece, quoted: true, splits: false }));
  return pieces.map((piece, index) => (aligned && isTyped(index) ? { ...piece, splits: true } : piece));
}

/** What is done to a value that is there. */
async function operated(
  value: string,
  operation: ParameterOperation | undefined,
  written: string,
  expander: WordExpander,
): Promise<string> {
  switch (operation?.type) {
    case undefined:
    case "Default":
      return value;
    case "Remove":
      return removed(value, operation.operator, await expander.pattern(operation.operand));
    case "Replace": {
      const pattern = await expander.pattern(operation.pattern);
      return replaced(value, operation.operator, pattern, await expander.single(operation.replacement));
    }
    case "Slice":
      return sliced(value, operation, written, expander);
    case "Transform":
      return quotedText(value);
    default:
      throw new ShellFailure(`${written}: bad substitution`);
  }
}

function removed(value: string, operator: "#" | "##" | "%" | "%%", pattern: string): string {
  const characters = [...value];
  const matches = new RegExp(`^(?:${patternSource(pattern)})$`, "u");
  const lengths = characters.map((_, index) => index + 1);
  const inOrder = operator.length === 2 ? [...lengths.reverse(), 0] : [0, ...lengths];
  for (const length of inOrder) {
    const isStart = operator.startsWith("#");
    const cut = isStart ? characters.slice(0, length) : characters.slice(characters.length - length);
    if (!matches.test(cut.join(""))) continue;
    return (isStart ? characters.slice(length) : characters.slice(0, characters.length - length)).join("");
  }
  return value;
}

function replaced(
  value: string,
  operator: "/" | "//" | "/#" | "/%",
  pattern: string,
  replacement: string,
): string {
  if (pattern === "") return value;
  const source = `(?:${patternSource(pattern)})`;
  const anchored = operator === "/#" ? `^${source}` : operator === "/%" ? `${source}$` : source;
  // After a match that took all of it there is no empty one at the end.
  return value.replace(new RegExp(anchored, operator === "//" ? "gu" : "u"), (match, ...places) =>
    match === "" && value !== "" && places.includes(value.length) ? "" : replacement,
  );
}

async function sliced(
  value: string,
  { offset, length }: ParameterOperation & { readonly type: "Slice" },
  written: string,
  expander: WordExpander,
): Promise<string> {
  const characters = [...value];
  const start = await expander.arithmetic(offset.text);
  const from = start < 0 ? Math.max(0, characters.length + start) : start;
  if (length === undefined) return characters.slice(from).join("");
  const count = await expander.arithmetic(length.text);
  if (count < 0) throw new ShellFailure(`${written}: bad substitution`);
  return characters.slice(from, from + count).join("");
}

/** A word that a shell reads as this text again. */
export const quotedText = (text: string): string =>
  /^[\w%+,./:=@^-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
