import { expandGlob } from "./expand-glob.ts";
import type { PhoneFiles } from "./phone-files.ts";
import type { ShellState } from "./shell-session.ts";
import type { Script, Word, WordPart } from "./syntax.ts";

export interface ExpansionContext {
  readonly state: ShellState;
  readonly files: PhoneFiles;
  /** What a command substitution prints. */
  readonly capture: (script: Script) => Promise<string>;
}

interface Piece {
  readonly text: string;
  readonly quoted: boolean;
}

/** Words to arguments: variables, command substitution, splitting at blanks, then file name patterns. */
export async function expandWords(words: readonly Word[], context: ExpansionContext): Promise<string[]> {
  const expanded: string[] = [];
  for (const word of words) {
    const [only] = word;
    // By far the most words are one piece of plain text.
    if (word.length === 1 && only?.kind === "text" && (only.quoted || !/[*?[~]/.test(only.text))) {
      expanded.push(only.text);
      continue;
    }
    for (const field of splitFields(await pieces(word, context)))
      expanded.push(...matchFiles(field, context));
  }
  return expanded;
}

/** A word that stays one: the value of an assignment, the target of a redirection. */
export async function expandSingle(word: Word, context: ExpansionContext): Promise<string> {
  return (await pieces(word, context)).map(({ text }) => text).join("");
}

async function pieces(word: Word, context: ExpansionContext): Promise<(Piece & { splits: boolean })[]> {
  const found: (Piece & { splits: boolean })[] = [];
  for (const [index, part] of word.entries()) {
    const text = await partText(part, index === 0, context);
    found.push({ text, quoted: part.quoted, splits: part.kind !== "text" && !part.quoted });
  }
  return found;
}

async function partText(part: WordPart, isFirst: boolean, context: ExpansionContext): Promise<string> {
  if (part.kind === "text") {
    if (!isFirst || part.quoted) return part.text;
    return part.text.replace(/^~(?=\/|$)/, () => context.state.variables.get("HOME") ?? "/");
  }
  // Substituted text loses its line feeds at the end, as in every shell.
  if (part.kind === "substitution") return (await context.capture(part.script)).replace(/\n+$/, "");
  const value = variable(part.name, context.state);
  if (value !== "" || part.fallback === null) return value;
  return expandSingle(part.fallback, context);
}

function variable(name: string, state: ShellState): string {
  switch (name) {
    case "?":
      return String(state.lastStatus);
    case "#":
      return "0";
    case "$":
      return "4242";
    case "0":
      return "/system/bin/sh";
    case "PWD":
      return state.directory;
    default:
      return state.variables.get(name) ?? "";
  }
}

function splitFields(found: readonly (Piece & { splits: boolean })[]): Piece[][] {
  const fields: Piece[][] = [];
  let field: Piece[] | null = null;
  for (const piece of found) {
    if (!piece.splits) {
      // Nothing unquoted makes no field by itself, but "" does.
      if (piece.text !== "" || piece.quoted) field = [...(field ?? []), piece];
      continue;
    }
    for (const part of piece.text.split(/([ \t\n]+)/)) {
      if (part === "") continue;
      if (/^[ \t\n]/.test(part)) {
        if (field !== null) fields.push(field);
        field = null;
      } else field = [...(field ?? []), { text: part, quoted: false }];
    }
  }
  if (field !== null) fields.push(field);
  return fields;
}

function matchFiles(field: readonly Piece[], { files, state }: ExpansionContext): readonly string[] {
  const text = field.map((piece) => piece.text).join("");
  if (!field.some((piece) => !piece.quoted && /[*?[]/.test(piece.text))) return [text];
  const pattern = field.map((piece) => (piece.quoted ? escapePattern(piece.text) : piece.text)).join("");
  const matches = expandGlob(pattern, state.directory, files);
  return matches.length === 0 ? [text] : matches;
}

const escapePattern = (text: string): string => text.replace(/[*?[\]\\]/g, "\\$&");
