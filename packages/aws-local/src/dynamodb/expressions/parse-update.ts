import { type AttributeValue, typeOf } from "../values/attribute-value.ts";
import { type DocumentPath, parsePath, refuseOverlaps } from "./document-path.ts";
import type { Placeholders } from "./placeholders.ts";
import { createTokenReader, type TokenReader } from "./token-reader.ts";
import { ExpressionError } from "./tokens.ts";
import { pathsOfUpdate, type Term, type Update } from "./update.ts";

type Section = "SET" | "REMOVE" | "ADD" | "DELETE";

/** Reads an update expression. @throws ExpressionError */
export function parseUpdate(text: string, placeholders: Placeholders): Update {
  const tokens = createTokenReader(text);
  const update = new UpdateParser(tokens, placeholders).parse();
  refuseOverlaps(pathsOfUpdate(update));
  return update;
}

class UpdateParser {
  readonly #tokens: TokenReader;
  readonly #placeholders: Placeholders;

  constructor(tokens: TokenReader, placeholders: Placeholders) {
    this.#tokens = tokens;
    this.#placeholders = placeholders;
  }

  parse(): Update {
    const set: Update["set"][number][] = [];
    const remove: DocumentPath[] = [];
    const add: Update["add"][number][] = [];
    const deleted: Update["delete"][number][] = [];
    const sections: Readonly<Record<Section, () => void>> = {
      SET: () => set.push(this.#assignment()),
      REMOVE: () => remove.push(this.#path()),
      ADD: () => add.push(this.#pathAndValue("ADD")),
      DELETE: () => deleted.push(this.#pathAndValue("DELETE")),
    };
    const seen = new Set<Section>();
    while (this.#tokens.peek().kind !== "end") {
      const section = (["SET", "REMOVE", "ADD", "DELETE"] as const).find(this.#tokens.takeKeyword);
      if (section === undefined) throw this.#tokens.unexpected();
      if (seen.has(section))
        throw new ExpressionError(`The "${section}" section can only be used once in an update expression;`);
      seen.add(section);
      do sections[section]();
      while (this.#tokens.takeSymbol(","));
    }
    return { set, remove, add, delete: deleted };
  }

  #path(): DocumentPath {
    return parsePath(this.#tokens, this.#placeholders);
  }

  #assignment(): Update["set"][number] {
    const path = this.#path();
    this.#tokens.expectSymbol("=");
    return { path, term: this.#sum() };
  }

  #pathAndValue(operator: "ADD" | "DELETE"): Update["add"][number] {
    const path = this.#path();
    const { kind, text } = this.#tokens.peek();
    if (kind !== "value") throw this.#tokens.unexpected();
    this.#tokens.next();
    const value = this.#placeholders.valueOf(text);
    checkOperator(operator, value);
    return { path, value };
  }

  /** A term, or two with one operator between them. */
  #sum(): Term {
    const left = this.#term();
    const operator = this.#tokens.takeSymbol("+") ? "+" : this.#tokens.takeSymbol("-") ? "-" : undefined;
    if (operator === undefined) return left;
    const right = this.#term();
    for (const term of [left, right]) checkLiteral(operator, term, "N");
    return { kind: "sum", operator, left, right };
  }

  #term(): Term {
    if (this.#tokens.takeSymbol("(")) {
      const term = this.#tokens.deeper(() => this.#sum());
      this.#tokens.expectSymbol(")");
      return term;
    }
    const { kind, text } = this.#tokens.peek();
    if (kind === "value") {
      this.#tokens.next();
      return { kind: "value", value: this.#placeholders.valueOf(text) };
    }
    const after = this.#tokens.peek(1);
    if (kind === "word" && after.kind === "symbol" && after.text === "(")
      return this.#tokens.deeper(() => this.#call(text));
    return { kind: "path", path: this.#path() };
  }

  #call(name: string): Term {
    this.#tokens.next();
    if (name !== "if_not_exists" && name !== "list_append")
      throw new ExpressionError(`Invalid function name; function: ${name}`);
    this.#tokens.expectSymbol("(");
    const terms = [this.#term()];
    while (this.#tokens.takeSymbol(",")) terms.push(this.#term());
    this.#tokens.expectSymbol(")");
    const [first, second] = terms;
    if (first === undefined || second === undefined || terms.length > 2)
      throw new ExpressionError(
        `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${terms.length}`,
      );
    if (name === "list_append") {
      for (const term of terms) checkLiteral(name, term, "L");
      return { kind: "list_append", first, second };
    }
    if (first.kind !== "path")
      throw new ExpressionError(
        `Operator or function requires a document path; operator or function: ${name}`,
      );
    return { kind: "if_not_exists", path: first.path, otherwise: second };
  }
}

function checkLiteral(name: string, term: Term, expected: "N" | "L"): void {
  const type = term.kind === "value" ? typeOf(term.value) : expected;
  if (type !== expected)
    throw new ExpressionError(
      `Incorrect operand type for operator or function; operator or function: ${name}, operand type: ${type}`,
    );
}

const longNames: Readonly<Record<string, string>> = {
  S: "STRING",
  N: "NUMBER",
  B: "BINARY",
  NULL: "NULL",
  BOOL: "BOOLEAN",
  L: "LIST",
  M: "MAP",
};

function checkOperator(operator: "ADD" | "DELETE", value: AttributeValue): void {
  const type = typeOf(value);
  const refused = longNames[type];
  if (refused !== undefined && !(operator === "ADD" && type === "N"))
    throw new ExpressionError(
      `Incorrect operand type for operator or function; operator: ${operator}, operand type: ${refused}`,
    );
}
