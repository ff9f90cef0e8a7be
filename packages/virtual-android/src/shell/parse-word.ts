import type { CharacterCursor } from "./character-cursor.ts";
import { type Script, ShellSyntaxError, unsupportedSyntax, type Word, type WordPart } from "./syntax.ts";

/** Reads the commands of `$( … )` up to its parenthesis, or a whole text (backquotes). */
export interface SubstitutionParser {
  untilParenthesis(): Script;
  whole(text: string): Script;
}

const plainText = /[^\s'"\\$`;&|()<>]+/y;
const quotedText = /[^"\\$`]+/y;
const variableName = /[A-Za-z_][A-Za-z0-9_]*|[0-9?#$!@*-]/y;
const noClosingQuote = () => new ShellSyntaxError("no closing quote");

/** Reads one word at the cursor; null when none begins there. */
export function parseWord(cursor: CharacterCursor, substitutions: SubstitutionParser): Word | null {
  const parts: WordPart[] = [];
  for (;;) {
    const part = unquotedPart(cursor, substitutions);
    if (part === null) return parts.length === 0 ? null : parts;
    parts.push(...part);
  }
}

function unquotedPart(cursor: CharacterCursor, substitutions: SubstitutionParser): Word | null {
  switch (cursor.current) {
    case "'":
      return [{ kind: "text", text: singleQuoted(cursor), quoted: true }];
    case '"':
      return doubleQuoted(cursor, substitutions);
    case "\\":
      return escaped(cursor);
    case "$":
    case "`":
      return [expansion(cursor, substitutions, false)];
    default: {
      const text = cursor.match(plainText);
      return text === "" ? null : [{ kind: "text", text, quoted: false }];
    }
  }
}

function singleQuoted(cursor: CharacterCursor): string {
  const end = cursor.text.indexOf("'", cursor.position + 1);
  if (end < 0) throw noClosingQuote();
  const text = cursor.text.slice(cursor.position + 1, end);
  cursor.position = end + 1;
  return text;
}

function escaped(cursor: CharacterCursor): Word {
  cursor.next();
  if (cursor.take("\n")) return []; // a continued line
  // A backslash at the very end stands for itself in mksh.
  return [{ kind: "text", text: cursor.next() || "\\", quoted: true }];
}

function doubleQuoted(cursor: CharacterCursor, substitutions: SubstitutionParser): Word {
  cursor.next();
  // Even "" is a word.
  const parts: WordPart[] = [{ kind: "text", text: "", quoted: true }];
  while (!cursor.take('"')) {
    if (cursor.atEnd) throw noClosingQuote();
    if (cursor.current === "$" || cursor.current === "`") parts.push(expansion(cursor, substitutions, true));
    else if (cursor.take("\\")) parts.push({ kind: "text", text: escapedInQuotes(cursor), quoted: true });
    else parts.push({ kind: "text", text: cursor.match(quotedText), quoted: true });
  }
  return parts;
}

/** Inside double quotes a backslash escapes only these; before anything else it stays. */
function escapedInQuotes(cursor: CharacterCursor): string {
  const character = cursor.next();
  if (character === "\n") return "";
  return character !== "" && '$`"\\'.includes(character) ? character : `\\${character}`;
}

function expansion(cursor: CharacterCursor, substitutions: SubstitutionParser, quoted: boolean): WordPart {
  if (cursor.current === "`") {
    return { kind: "substitution", script: substitutions.whole(backquoted(cursor, quoted)), quoted };
  }
  cursor.next();
  if (cursor.sees("((")) throw unsupportedSyntax("arithmetic $((…))");
  if (cursor.take("(")) return { kind: "substitution", script: substitutions.untilParenthesis(), quoted };
  if (cursor.take("{")) return bracedVariable(cursor, substitutions, quoted);
  if (!quoted && cursor.current === "'") throw unsupportedSyntax("quoting with $'…'");
  const name = cursor.match(variableName);
  if (name === "") return { kind: "text", text: "$", quoted };
  return { kind: "variable", name, fallback: null, quoted };
}

function bracedVariable(
  cursor: CharacterCursor,
  substitutions: SubstitutionParser,
  quoted: boolean,
): WordPart {
  const name = cursor.match(variableName);
  const hasFallback = cursor.take(":-");
  const fallback = hasFallback ? fallbackWord(cursor, substitutions) : null;
  if (cursor.atEnd) throw noClosingQuote();
  if (name === "" || !cursor.take("}")) throw unsupportedSyntax("this form of parameter expansion");
  return { kind: "variable", name, fallback, quoted };
}

function fallbackWord(cursor: CharacterCursor, substitutions: SubstitutionParser): Word {
  const end = cursor.text.indexOf("}", cursor.position);
  if (end < 0) throw noClosingQuote();
  const parts: WordPart[] = [];
  while (cursor.position < end) {
    const part = unquotedPart(cursor, substitutions) ?? [
      { kind: "text", text: cursor.next(), quoted: false },
    ];
    for (const piece of part) parts.push(piece.kind === "text" ? cutAtBrace(piece, cursor, end) : piece);
  }
  return parts;
}

/** Plain text runs past the closing brace: what lies behind it is handed back. */
function cutAtBrace(piece: WordPart & { kind: "text" }, cursor: CharacterCursor, end: number): WordPart {
  const excess = cursor.position - end;
  if (excess <= 0 || piece.quoted) return piece;
  cursor.position = end;
  return { ...piece, text: piece.text.slice(0, piece.text.length - excess) };
}

function backquoted(cursor: CharacterCursor, insideQuotes: boolean): string {
  cursor.next();
  let text = "";
  while (!cursor.take("`")) {
    if (cursor.atEnd) throw noClosingQuote();
    const character = cursor.next();
    if (character !== "\\") {
      text += character;
      continue;
    }
    const following = cursor.next();
    const isEscape = "$`\\".includes(following) || (insideQuotes && following === '"');
    text += isEscape ? following : `\\${following}`;
  }
  return text;
}
