import { checkBetween, checkDistinct, checkTest } from "./check-operands.ts";
import type { Comparator, Condition, Operand, TestName } from "./condition.ts";
import { parsePath } from "./document-path.ts";
import type { Placeholders } from "./placeholders.ts";
import { createTokenReader, type TokenReader } from "./token-reader.ts";
import { ExpressionError } from "./tokens.ts";

const comparators: ReadonlySet<string> = new Set<Comparator>(["=", "<>", "<", "<=", ">", ">="]);
const isComparator = (text: string): text is Comparator => comparators.has(text);

const operandCounts: Readonly<Record<TestName | "size", number>> = {
  attribute_exists: 1,
  attribute_not_exists: 1,
  attribute_type: 2,
  begins_with: 2,
  contains: 2,
  size: 1,
};
const isFunction = (name: string): name is TestName | "size" => Object.hasOwn(operandCounts, name);

const mostChoices = 100;

/** Parentheses may hold either, and only what follows tells which. */
type Node = Condition | Operand;
const isOperand = (node: Node): node is Operand =>
  node.kind === "path" || node.kind === "value" || node.kind === "size";

/** Reads a condition or filter. @throws ExpressionError */
export function parseCondition(text: string, placeholders: Placeholders): Condition {
  const tokens = createTokenReader(text);
  const condition = new ConditionParser(tokens, placeholders).parse();
  tokens.expectEnd();
  return condition;
}

class ConditionParser {
  readonly #tokens: TokenReader;
  readonly #placeholders: Placeholders;
  /** What the last closing parenthesis closed: closed again as it is, it is in two pairs. */
  #lastWrapped: Node | undefined;

  constructor(tokens: TokenReader, placeholders: Placeholders) {
    this.#tokens = tokens;
    this.#placeholders = placeholders;
  }

  parse(): Condition {
    return this.#condition(this.#or());
  }

  #or(): Node {
    let left = this.#and();
    while (this.#tokens.takeKeyword("OR"))
      left = { kind: "or", left: this.#condition(left), right: this.#condition(this.#and()) };
    return left;
  }

  #and(): Node {
    let left = this.#not();
    while (this.#tokens.takeKeyword("AND"))
      left = { kind: "and", left: this.#condition(left), right: this.#condition(this.#not()) };
    return left;
  }

  #not(): Node {
    if (!this.#tokens.takeKeyword("NOT")) return this.#comparison();
    return this.#tokens.deeper(() => ({ kind: "not", of: this.#condition(this.#not()) }));
  }

  #comparison(): Node {
    const left = this.#primary();
    const { kind, text } = this.#tokens.peek();
    if (kind === "symbol" && isComparator(text)) {
      this.#tokens.next();
      const compared = { left: this.#operand(left), right: this.#operand(this.#primary()) };
      checkDistinct(text, compared.left, compared.right);
      return { kind: "compare", comparator: text, ...compared };
    }
    if (this.#tokens.takeKeyword("BETWEEN")) return this.#between(this.#operand(left));
    if (this.#tokens.takeKeyword("IN")) return this.#in(this.#operand(left));
    return left;
  }

  #between(operand: Operand): Condition {
    const low = this.#operand(this.#primary());
    this.#tokens.expectKeyword("AND");
    const high = this.#operand(this.#primary());
    checkBetween(low, high);
    return { kind: "between", operand, low, high };
  }

  #in(operand: Operand): Condition {
    this.#tokens.expectSymbol("(");
    const choices = this.#list();
    if (choices.length > mostChoices)
      throw new ExpressionError(
        `Invalid number of operands for operator or function; operator or function: IN, number of operands: ${choices.length + 1}`,
      );
    return { kind: "in", operand, choices };
  }

  /** Operands up to the closing parenthesis. */
  #list(): Operand[] {
    const operands = [this.#operand(this.#primary())];
    while (this.#tokens.takeSymbol(",")) operands.push(this.#operand(this.#primary()));
    this.#tokens.expectSymbol(")");
    return operands;
  }

  #primary(): Node {
    if (this.#tokens.takeSymbol("(")) return this.#tokens.deeper(() => this.#parenthesised());
    const { kind, text } = this.#tokens.peek();
    if (kind === "value") {
      this.#tokens.next();
      return { kind: "value", value: this.#placeholders.valueOf(text) };
    }
    const after = this.#tokens.peek(1);
    if (kind === "word" && after.kind === "symbol" && after.text === "(") return this.#call(text);
    return { kind: "path", path: parsePath(this.#tokens, this.#placeholders) };
  }

  #parenthesised(): Node {
    const opensAgain = this.#tokens.atSymbol("(");
    const node = this.#or();
    this.#tokens.expectSymbol(")");
    if (opensAgain && node === this.#lastWrapped)
      throw new ExpressionError("The expression has redundant parentheses;");
    this.#lastWrapped = node;
    return node;
  }

  #call(name: string): Node {
    this.#tokens.next();
    if (!isFunction(name)) throw new ExpressionError(`Invalid function name; function: ${name}`);
    this.#tokens.expectSymbol("(");
    const operands = this.#tokens.deeper(() => this.#list());
    if (operands.length !== operandCounts[name])
      throw new ExpressionError(
        `Incorrect number of operands for operator or function; operator or function: ${name}, number of operands: ${operands.length}`,
      );
    const [first, ...rest] = operands;
    if (first === undefined) throw this.#tokens.unexpected();
    checkTest(name, [first, ...rest]);
    return name === "size"
      ? { kind: "size", of: first }
      : { kind: "test", test: name, operands: [first, ...rest] };
  }

  #condition(node: Node): Condition {
    if (!isOperand(node)) return node;
    if (node.kind === "size") throw misused("size");
    throw this.#tokens.unexpected();
  }

  #operand(node: Node): Operand {
    if (isOperand(node)) return node;
    throw node.kind === "test" ? misused(node.test) : this.#tokens.unexpected();
  }
}

const misused = (name: string): ExpressionError =>
  new ExpressionError(`The function is not allowed to be used this way in an expression; function: ${name}`);
