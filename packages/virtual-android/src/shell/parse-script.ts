import { CharacterCursor } from "./character-cursor.ts";
import { parseWord, type SubstitutionParser } from "./parse-word.ts";
import {
  type AndOrList,
  type Command,
  type Pipeline,
  type Redirection,
  type Script,
  ShellSyntaxError,
  type SimpleCommand,
  unsupportedSyntax,
  type Word,
} from "./syntax.ts";

/** Deeper nesting than people write: it would only exhaust our own stack. */
const maximumDepth = 200;
const blanks = /(?:[ \t]|\\\n)+/y;
const assignmentStart = /^([A-Za-z_][A-Za-z0-9_]*)=/;
const redirectionStart = /(\d?)(>>|>&|<<|<&|<>|>\||>|<)/y;
const reservedWord =
  /(?:if|then|elif|else|fi|for|do|done|while|until|case|esac|function|select|time|[{}!])(?=[\s;&|()<>]|$)/y;
const name = /[A-Za-z_][A-Za-z0-9_]*(?=[\s;]|$)/y;

/** Takes a whole command line apart. Throws `ShellSyntaxError` with mksh's text. */
export function parseScript(text: string): Script {
  return new ScriptParser(text, 0).whole();
}

class ScriptParser implements SubstitutionParser {
  #cursor: CharacterCursor;
  #depth: number;

  constructor(text: string, depth: number) {
    this.#cursor = new CharacterCursor(text);
    this.#depth = depth;
  }

  whole(text?: string): Script {
    if (text !== undefined) return new ScriptParser(text, this.#depth + 1).whole();
    const script = this.#list([]);
    this.#skipLineEnds();
    if (!this.#cursor.atEnd) throw this.#unexpected();
    return script;
  }

  untilParenthesis(): Script {
    return this.#enclosed([], ")", "(");
  }

  /** Commands up to a closing word or operator, which is stepped over. */
  #enclosed(endings: readonly string[], closing: string, opening: string): Script {
    this.#depth += 1;
    if (this.#depth > maximumDepth) throw new ShellSyntaxError("syntax error: nested too deeply");
    const script = this.#list(endings);
    this.#depth -= 1;
    if (this.#cursor.atEnd) throw new ShellSyntaxError(`syntax error: unmatched '${opening}'`);
    if (closing !== "" && !this.#cursor.take(closing)) throw this.#unexpected();
    return script;
  }

  #list(endings: readonly string[]): Script {
    const lists: AndOrList[] = [];
    for (;;) {
      this.#skipLineEnds();
      if (this.#cursor.atEnd || this.#cursor.current === ")" || endings.includes(this.#peekReserved()))
        return lists;
      lists.push(this.#andOr());
      this.#blank();
      if (this.#cursor.current === "&" && !this.#cursor.sees("&&"))
        throw unsupportedSyntax("running in the background with &");
      if (this.#cursor.sees(";;")) throw this.#unexpected();
      const separated = this.#cursor.take(";") || this.#cursor.take("\n");
      if (!separated) return lists;
    }
  }

  #andOr(): AndOrList {
    const first = this.#pipeline();
    const rest: AndOrList["rest"][number][] = [];
    for (;;) {
      this.#blank();
      const operator = this.#cursor.take("&&") ? "&&" : this.#cursor.take("||") ? "||" : null;
      if (operator === null) return { first, rest };
      this.#skipLineEnds();
      rest.push({ operator, pipeline: this.#pipeline() });
    }
  }

  #pipeline(): Pipeline {
    this.#blank();
    const negated = this.#takeReserved("!");
    const commands = [this.#command()];
    for (;;) {
      this.#blank();
      if (this.#cursor.sees("||") || !this.#cursor.take("|")) return { negated, commands };
      if (this.#cursor.take("&")) throw unsupportedSyntax("a coprocess with |&");
      this.#skipLineEnds();
      commands.push(this.#command());
    }
  }

  #command(): Command {
    this.#blank();
    if (this.#cursor.take("(")) {
      const body = this.#enclosed([], ")", "(");
      return { kind: "subshell", body: this.#notEmpty(body, ")"), redirections: this.#redirections() };
    }
    const reserved = this.#peekReserved();
    switch (reserved) {
      case "":
        return this.#simple();
      case "{":
        this.#takeReserved("{");
        return { kind: "group", body: this.#body(["}"], "{", "}"), redirections: this.#redirections() };
      case "if":
        return this.#if();
      case "while":
      case "until":
        return this.#loop(reserved);
      case "for":
        return this.#for();
      case "case":
      case "function":
      case "select":
      case "time":
        throw unsupportedSyntax(`'${reserved}'`);
      default:
        throw new ShellSyntaxError(`syntax error: unexpected '${reserved}'`);
    }
  }

  #body(endings: readonly string[], opening: string, closing: string): Script {
    const script = this.#notEmpty(this.#enclosed(endings, "", opening), endings[0] ?? "");
    if (closing !== "" && !this.#takeReserved(closing)) throw this.#unexpected();
    return script;
  }

  #if(): Command {
    const branches: { condition: Script; body: Script }[] = [];
    let otherwise: Script | null = null;
    for (let word = "if"; this.#takeReserved(word); word = this.#peekReserved()) {
      if (word === "fi") break;
      if (word === "else") {
        otherwise = this.#body(["fi"], "if", "");
        continue;
      }
      const condition = this.#body(["then"], "if", "then");
      branches.push({ condition, body: this.#body(["elif", "else", "fi"], "if", "") });
    }
    return { kind: "if", branches, otherwise, redirections: this.#redirections() };
  }

  #loop(kind: "while" | "until"): Command {
    this.#takeReserved(kind);
    const condition = this.#body(["do"], kind, "do");
    const body = this.#body(["done"], kind, "done");
    return { kind, condition, body, redirections: this.#redirections() };
  }

  #for(): Command {
    this.#takeReserved("for");
    this.#blank();
    const variable = this.#cursor.match(name);
    if (variable === "") throw this.#unexpected();
    this.#blank();
    const words: Word[] = [];
    if (this.#cursor.match(/in(?=[\s;])/y) !== "") {
      for (let word = this.#word(); word !== null; word = this.#word()) words.push(word);
    }
    this.#blank();
    this.#cursor.take(";");
    this.#skipLineEnds();
    if (!this.#takeReserved("do")) throw this.#unexpected();
    return {
      kind: "for",
      variable,
      words,
      body: this.#body(["done"], "for", "done"),
      redirections: this.#redirections(),
    };
  }

  #simple(): SimpleCommand {
    const words: Word[] = [];
    const assignments: { name: string; value: Word }[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      const redirection = this.#redirection();
      if (redirection !== null) {
        redirections.push(redirection);
        continue;
      }
      const word = this.#word();
      if (word === null) break;
      const assignment = words.length === 0 ? asAssignment(word) : null;
      if (assignment !== null) assignments.push(assignment);
      else words.push(word);
    }
    if (words.length + assignments.length + redirections.length === 0) throw this.#unexpected();
    if (words.length === 1 && this.#cursor.current === "(") throw this.#unexpectedParenthesis();
    return { kind: "simple", assignments, words, redirections };
  }

  #unexpectedParenthesis(): ShellSyntaxError {
    return this.#cursor.sees("()")
      ? unsupportedSyntax("defining a function")
      : new ShellSyntaxError("syntax error: unexpected '('");
  }

  #redirections(): readonly Redirection[] {
    const found: Redirection[] = [];
    for (let redirection = this.#redirection(); redirection !== null; redirection = this.#redirection()) {
      found.push(redirection);
    }
    return found;
  }

  #redirection(): Redirection | null {
    this.#blank();
    const start = this.#cursor.match(redirectionStart);
    if (start === "") return null;
    const operator = start.replace(/^\d/, "");
    if (operator === "<<" || operator === "<&" || operator === "<>")
      throw unsupportedSyntax(`redirection with ${operator}`);
    const descriptor = /^\d/.test(start) ? Number(start[0]) : operator === "<" ? 0 : 1;
    const target = this.#word();
    if (target === null) throw this.#unexpected();
    return { descriptor, operator: operator === ">|" ? ">" : (operator as Redirection["operator"]), target };
  }

  #word(): Word | null {
    this.#blank();
    return parseWord(this.#cursor, {
      untilParenthesis: () => this.untilParenthesis(),
      whole: (text) => this.whole(text),
    });
  }

  #notEmpty(script: Script, closing: string): Script {
    if (script.length === 0) throw new ShellSyntaxError(`syntax error: unexpected '${closing}'`);
    return script;
  }

  #peekReserved(): string {
    this.#blank();
    const { position } = this.#cursor;
    const word = this.#cursor.match(reservedWord);
    this.#cursor.position = position;
    return word;
  }

  #takeReserved(word: string): boolean {
    return this.#peekReserved() === word && this.#cursor.take(word);
  }

  #blank(): void {
    this.#cursor.match(blanks);
    if (this.#cursor.current === "#") this.#cursor.match(/#[^\n]*/y);
  }

  #skipLineEnds(): void {
    for (this.#blank(); this.#cursor.take("\n"); this.#blank());
  }

  #unexpected(): ShellSyntaxError {
    this.#blank();
    if (this.#cursor.atEnd) return new ShellSyntaxError("syntax error: unexpected EOF");
    const seen = this.#cursor.match(/&&|\|\||;;|[;&|()<>\n]|[^\s;&|()<>]+/y);
    return new ShellSyntaxError(`syntax error: unexpected '${seen === "\n" ? "newline" : seen}'`);
  }
}

function asAssignment(word: Word): { name: string; value: Word } | null {
  const [first, ...others] = word;
  if (first === undefined || first.kind !== "text" || first.quoted) return null;
  const match = assignmentStart.exec(first.text);
  if (match?.[1] === undefined) return null;
  return { name: match[1], value: [{ ...first, text: first.text.slice(match[0].length) }, ...others] };
}
