import { ShellFailure } from "./control-flow.ts";

/** Where an expression's variables live. */
export interface ArithmeticVariables {
  get(name: string): string;
  set(name: string, value: string): void;
}

const maximumDepth = 50;
const tokenPattern =
  /\s*(<<=|>>=|&&|\|\||==|!=|<=|>=|<<|>>|\+\+|--|[-+*/%&|^]=|\d+#[0-9A-Za-z]+|0[xX][0-9A-Fa-f]+|\d+|[A-Za-z_]\w*|[-+*/%&|^!~<>=?:,()])/y;
/** By binding, loosest first. */
const levels: readonly (readonly string[])[] = [
  ["||"],
  ["&&"],
  ["|"],
  ["^"],
  ["&"],
  ["==", "!="],
  ["<", "<=", ">", ">="],
  ["<<", ">>"],
  ["+", "-"],
  ["*", "/", "%"],
];

/** `$(( … ))` of mksh: 32 bits with a sign, variables by name.  */
export function evaluateArithmetic(text: string, variables: ArithmeticVariables, depth = 0): number {
  if (depth > maximumDepth) throw new ShellFailure(`${text.trim()}: expression recurses on parameter`);
  return new Evaluator(text, variables, depth).whole();
}

interface Operand {
  readonly name: string | null;
  readonly value: number;
}

class Evaluator {
  readonly #text: string;
  readonly #variables: ArithmeticVariables;
  readonly #depth: number;
  readonly #tokens: readonly string[];
  #at = 0;
  #nested = 0;
  /** Inside a branch that is not taken nothing is assigned, and nothing is divided. */
  #idle = 0;

  constructor(text: string, variables: ArithmeticVariables, depth: number) {
    this.#text = text.trim();
    this.#variables = variables;
    this.#depth = depth;
    this.#tokens = this.#split(this.#text);
  }

  whole(): number {
    if (this.#tokens.length === 0) return 0;
    const value = this.#comma();
    if (this.#at < this.#tokens.length) throw this.#unexpected();
    return value;
  }

  #split(text: string): readonly string[] {
    const tokens: string[] = [];
    tokenPattern.lastIndex = 0;
    for (let at = 0; at < text.length; at = tokenPattern.lastIndex) {
      tokenPattern.lastIndex = at;
      const token = tokenPattern.exec(text)?.[1];
      if (token === undefined)
        throw new ShellFailure(`${text}: unexpected '${text.slice(at).trim()[0] ?? ""}'`);
      tokens.push(token);
    }
    return tokens;
  }

  #unexpected(): ShellFailure {
    const token = this.#tokens[this.#at];
    return new ShellFailure(
      token === undefined
        ? `${this.#text}: unexpected end of expression`
        : `${this.#text}: unexpected '${token}'`,
    );
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }

  #comma(): number {
    let value = this.#assignment().value;
    while (this.#take(",")) value = this.#assignment().value;
    return value;
  }

  #assignment(): Operand {
    this.#nested += 1;
    if (this.#nested > maximumDepth) throw new ShellFailure(`${this.#text}: nested too deeply`);
    const target = this.#ternary();
    const operator = this.#tokens[this.#at] ?? "";
    this.#nested -= 1;
    if (!/^(?:=|[-+*/%&|^]=|<<=|>>=)$/.test(operator)) return target;
    if (target.name === null) throw new ShellFailure(`${this.#text}: not an lvalue`);
    this.#at += 1;
    const right = this.#assignment().value;
    const value = operator === "=" ? right : this.#apply(operator.slice(0, -1), target.value, right);
    return { name: null, value: this.#store(target.name, value) };
  }

  #store(name: string, value: number): number {
    if (this.#idle === 0) this.#variables.set(name, String(value));
    return value;
  }

  #ternary(): Operand {
    const test = this.#binary(0);
    if (!this.#take("?")) return test;
    const yes = this.#unless(test.value === 0, () => this.#comma());
    if (!this.#take(":")) throw this.#unexpected();
    const no = this.#unless(test.value !== 0, () => this.#assignment().value);
    return { name: null, value: test.value === 0 ? no : yes };
  }

  #unless(idle: boolean, evaluate: () => number): number {
    if (idle) this.#idle += 1;
    const value = evaluate();
    if (idle) this.#idle -= 1;
    return value;
  }

  #binary(level: number): Operand {
    const operators = levels[level];
    if (operators === undefined) return this.#unary();
    let left = this.#binary(level + 1);
    for (;;) {
      const operator = this.#tokens[this.#at] ?? "";
      if (!operators.includes(operator)) return left;
      this.#at += 1;
      const { value } = left;
      const decided = (operator === "&&" && value === 0) || (operator === "||" && value !== 0);
      const right = this.#unless(decided, () => this.#binary(level + 1).value);
      left = { name: null, value: this.#apply(operator, value, right) };
    }
  }

  #unary(): Operand {
    const operator = this.#tokens[this.#at] ?? "";
    if (operator === "++" || operator === "--") {
      this.#at += 1;
      const { name, value } = this.#unary();
      if (name === null) throw new ShellFailure(`${this.#text}: not an lvalue`);
      return { name: null, value: this.#store(name, (value + (operator === "++" ? 1 : -1)) | 0) };
    }
    if (!"-+!~".includes(operator) || operator === "") return this.#postfix();
    this.#at += 1;
    this.#nested += 1;
    if (this.#nested > maximumDepth) throw new ShellFailure(`${this.#text}: nested too deeply`);
    const { value } = this.#unary();
    this.#nested -= 1;
    if (operator === "!") return { name: null, value: value === 0 ? 1 : 0 };
    return { name: null, value: operator === "-" ? -value | 0 : operator === "~" ? ~value : value };
  }

  #postfix(): Operand {
    const operand = this.#primary();
    const operator = this.#tokens[this.#at];
    if (operand.name === null || (operator !== "++" && operator !== "--")) return operand;
    this.#at += 1;
    this.#store(operand.name, (operand.value + (operator === "++" ? 1 : -1)) | 0);
    return { name: null, value: operand.value };
  }

  #primary(): Operand {
    const token = this.#tokens[this.#at];
    if (token === undefined) throw this.#unexpected();
    if (this.#take("(")) {
      const value = this.#comma();
      if (!this.#take(")")) throw new ShellFailure(`${this.#text}: missing )`);
      return { name: null, value };
    }
    if (/^\d/.test(token)) {
      this.#at += 1;
      return { name: null, value: this.#number(token) };
    }
    if (!/^[A-Za-z_]/.test(token)) throw this.#unexpected();
    this.#at += 1;
    const value = evaluateArithmetic(this.#variables.get(token), this.#variables, this.#depth + 1);
    return { name: token, value };
  }

  #number(token: string): number {
    const [, base, digits = ""] = /^(\d+)#(.*)$/.exec(token) ?? [];
    if (base === undefined) return Number(token) | 0;
    const value = Number.parseInt(digits, Number(base));
    if (Number.isNaN(value)) throw new ShellFailure(`${token}: bad number`);
    return value | 0;
  }

  #apply(operator: string, left: number, right: number): number {
    switch (operator) {
      case "||":
        return left !== 0 || right !== 0 ? 1 : 0;
      case "&&":
        return left !== 0 && right !== 0 ? 1 : 0;
      case "|":
        return left | right;
      case "^":
        return left ^ right;
      case "&":
        return left & right;
      case "==":
        return Number(left === right);
      case "!=":
        return Number(left !== right);
      case "<":
        return Number(left < right);
      case "<=":
        return Number(left <= right);
      case ">":
        return Number(left > right);
      case ">=":
        return Number(left >= right);
      case "<<":
        return left << right;
      case ">>":
        return left >> right;
      case "+":
        return (left + right) | 0;
      case "-":
        return (left - right) | 0;
      case "*":
        return Math.imul(left, right);
      default:
        return this.#divide(operator, left, right);
    }
  }

  #divide(operator: string, left: number, right: number): number {
    if (this.#idle > 0) return 0;
    if (right === 0) throw new ShellFailure(`${this.#text}: zero divisor`);
    return (operator === "/" ? left / right : left % right) | 0;
  }
}

/** The value as text, for callers that have a shell's variables. */
export function expandArithmeticText(
  text: string,
  variables: { get(name: string): string | undefined; set(name: string, value: string): void },
): string {
  const get = (name: string): string => variables.get(name) ?? "";
  return String(evaluateArithmetic(text, { get, set: (name, value) => variables.set(name, value) }));
}
