import type { ArithmeticExpansionPart, CommandExpansionPart, HereDoc, Word, WordPart } from "unbash";
import { absolutePath, type ShellState } from "../shell-session.ts";
import { expandArithmeticText } from "./arithmetic.ts";
import { bracesOf } from "./expand-braces.ts";
import { expandGlob } from "./expand-glob.ts";
import { expandParameter } from "./expand-parameter.ts";
import type { ExpansionContext, Piece, WordExpander } from "./expansion-context.ts";
import { escapePattern } from "./shell-pattern.ts";
import { parseScript } from "./syntax.ts";

/** Words to arguments: braces, variables, substitutions, splitting, then file name patterns. */
export async function expandWords(words: readonly Word[], context: ExpansionContext): Promise<string[]> {
  const expanded: string[] = [];
  for (const word of words) {
    // By far the most words are plain text.
    if (word.parts === undefined && !word.text.startsWith("~")) {
      expanded.push(word.value);
      continue;
    }
    for (const parts of bracesOf(word.parts ?? literal(word))) {
      for (const field of splitFields(await piecesOf(parts, context), context.state))
        expanded.push(...matchFiles(field, context));
    }
  }
  return expanded;
}

const literal = ({ text, value, pos, end }: Word): readonly WordPart[] => [
  { type: "Literal", text, value, pos, end },
];

/** A word that stays one: the value of an assignment, the target of a redirection, the word of a `case`. */
export async function expandSingle(
  word: Word,
  context: ExpansionContext,
  isAssignment = false,
): Promise<string> {
  const text = (await piecesOf(word.parts ?? literal(word), context)).map((piece) => piece.text).join("");
  return isAssignment ? text.replace(/(?<=:)~(?=\/|:|$)/g, () => home(context.state)) : text;
}

/** A word as a pattern: what was quoted in it is escaped. */
export async function expandPattern(word: Word, context: ExpansionContext): Promise<string> {
  return patternOf(await piecesOf(word.parts ?? literal(word), context));
}

/** The text of a here-document. */
export async function expandHereDoc(
  { body, operator, delimiter }: HereDoc,
  context: ExpansionContext,
): Promise<string> {
  const stripped = (text: string): string => (operator === "<<-" ? text.replace(/^\t+/gm, "") : text);
  if (delimiter?.quoted === true) return stripped(body.text);
  if (body.parts === undefined)
    return stripped(body.text).replace(/\\([\\$`]|\n)/g, (_, escaped) => (escaped === "\n" ? "" : escaped));
  let text = "";
  for (const part of body.parts) {
    const pieces = await piecesOf([part], context, true);
    const isStart = text === "" || text.endsWith("\n");
    const value = pieces.map((piece) => piece.text).join("");
    const isTyped = part.type === "Literal" && operator === "<<-";
    text += isTyped ? stripped(`${isStart ? "" : "x"}${value}`).slice(isStart ? 0 : 1) : value;
  }
  return text;
}

/** The value of an arithmetic expression as it was written. */
export async function expandArithmetic(text: string, context: ExpansionContext): Promise<number> {
  const expanded = /[$`"]/.test(text) ? await inDoubleQuotes(text.replaceAll('"', ""), context) : text;
  return Number(expandArithmeticText(expanded, context.state.variables));
}

async function inDoubleQuotes(text: string, context: ExpansionContext): Promise<string> {
  const [statement] = parseScript(`: "${text}"`).commands;
  const word = statement?.command.type === "Command" ? statement.command.args[0] : undefined;
  return word?.type === "Word" ? expandSingle(word, context) : "";
}

/** The stretches of a word's parts. `quoted`: they stand between double quotes. */
export async function piecesOf(
  parts: readonly WordPart[],
  context: ExpansionContext,
  quoted = false,
): Promise<Piece[]> {
  const found: Piece[] = [];
  for (const [index, part] of parts.entries()) {
    if (part.type === "DoubleQuoted") found.push(...(await quotedPieces(part.parts, context)));
    else if (part.type === "Glob" && part.kind === "bracket") {
      found.push(plain("["));
      for (const inner of part.parts) {
        const pieces = await piecesOf([inner], context, quoted);
        // Typed text keeps its ranges and classes; quoted text is literal.
        found.push(...(inner.type === "Literal" ? pieces.map(({ text }) => plain(text)) : pieces));
      }
      found.push(plain("]"));
    } else if (part.type === "ParameterExpansion" || part.type === "SimpleExpansion") {
      found.push(...(await expandParameter(part, quoted, context.state, expanderIn(context))));
    } else found.push(await simplePiece(part, index === 0 && !quoted, quoted, context));
  }
  return found;
}

const plain = (text: string): Piece => ({ text, quoted: false, splits: false });

async function quotedPieces(
  parts: readonly WordPart[],
  context: ExpansionContext,
): Promise<readonly Piece[]> {
  const inner = await piecesOf(parts, context, true);
  // Even "" is a word; "$@" without arguments is none.
  const isOnlyArguments = parts.length === 1 && /^\$(?:@|\{@\})$/.test(parts[0]?.text ?? "");
  return inner.length === 0 && isOnlyArguments ? [] : [{ text: "", quoted: true, splits: false }, ...inner];
}

async function simplePiece(
  part: Exclude<WordPart, { readonly type: "DoubleQuoted" | "ParameterExpansion" | "SimpleExpansion" }>,
  isFirst: boolean,
  quoted: boolean,
  context: ExpansionContext,
): Promise<Piece> {
  switch (part.type) {
    case "Literal": {
      const isHome = isFirst && /^~(?=\/|$)/.test(part.text);
      return {
        text: isHome ? home(context.state) + part.value.slice(1) : part.value,
        quoted: true,
        splits: false,
      };
    }
    case "Glob":
    case "ExtendedGlob":
      return { text: part.text, quoted, splits: false };
    case "CommandExpansion":
      return { text: await substituted(part, context), quoted, splits: !quoted };
    case "ArithmeticExpansion":
      return { text: await arithmeticText(part, context), quoted, splits: !quoted };
    case "SingleQuoted":
    case "AnsiCQuoted":
      return { text: part.value, quoted: true, splits: false };
    default:
      // Braces that are no list (`{a}`, `{1..3}`) stay as they are.
      return { text: part.text, quoted: true, splits: false };
  }
}

const home = (state: ShellState): string => state.variables.get("HOME") ?? "/";

/** Substituted text loses its line feeds at the end, as in every shell. */
const substituted = async (
  { script }: CommandExpansionPart,
  { capture }: ExpansionContext,
): Promise<string> => (script === undefined ? "" : (await capture(script)).replace(/\n+$/, ""));

const arithmeticText = async (part: ArithmeticExpansionPart, context: ExpansionContext): Promise<string> =>
  String(await expandArithmetic(part.text.slice(3, -2), context));

function splitFields(found: readonly Piece[], state: ShellState): Piece[][] {
  const separators = state.variables.get("IFS") ?? " \t\n";
  const fields: Piece[][] = [];
  let field: Piece[] | null = null;
  const close = () => {
    if (field !== null) fields.push(field);
    field = null;
  };
  for (const piece of found) {
    if (piece.endsField === true) {
      close();
    } else if (!piece.splits) {
      // Nothing unquoted makes no field by itself, but "" does.
      if (piece.text !== "" || piece.quoted) field = [...(field ?? []), piece];
    } else {
      for (const part of cutAt(piece.text, separators)) {
        if (part === null) close();
        else if (part !== "" || field === null) field = [...(field ?? []), { ...piece, text: part }];
      }
    }
  }
  close();
  return fields;
}

/** Text between the separators; null is where a field ends. Blanks count once, other separators each. */
function cutAt(text: string, separators: string): (string | null)[] {
  if (text === "") return [];
  if (separators === "") return [text];
  const set = (characters: string) => characters.replace(/[\]\\^-]/g, "\\$&");
  const blanks = [...separators].filter((one) => " \t\n".includes(one)).join("");
  const others = [...separators].filter((one) => !" \t\n".includes(one)).join("");
  const blank = blanks === "" ? "" : `[${set(blanks)}]*`;
  const pattern = [
    ...(others === "" ? [] : [`${blank}[${set(others)}]${blank}`]),
    ...(blanks === "" ? [] : [`[${set(blanks)}]+`]),
  ].join("|");
  const pieces = text.split(new RegExp(`(${pattern})`));
  return pieces.flatMap((part, index): (string | null)[] => {
    if (index % 2 === 1) return [null];
    if (part !== "") return [part];
    // Between two separators that are not blanks lies an empty field; at an end none.
    const isInner = index > 0 && index < pieces.length - 1;
    const leads = index === 0 && pieces.length > 1 && /[^ \t\n]/.test(pieces[1] ?? "");
    return isInner || leads ? [""] : [];
  });
}

function matchFiles(field: readonly Piece[], { files, state }: ExpansionContext): readonly string[] {
  const text = field.map((piece) => piece.text).join("");
  const isPattern = field.some((piece) => !piece.quoted && /[*?[]|[@!+]\(/.test(piece.text));
  if (!isPattern || state.options.has("noglob")) return [text];
  const matches = expandGlob(patternOf(field), absolutePath({ state }, "."), files);
  return matches.length === 0 ? [text] : matches;
}

const patternOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (piece.quoted ? escapePattern(piece.text) : piece.text)).join("");

const expanderIn = (context: ExpansionContext): WordExpander => ({
  single: (word) => expandSingle(word, context),
  pattern: (word) => expandPattern(word, context),
  arithmetic: (text) => expandArithmetic(text, context),
  pieces: (parts, quoted) => piecesOf(parts, context, quoted),
});
