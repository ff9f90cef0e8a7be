import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { basicPattern } from "./grep.ts";

type Operator = (left: string, right: string) => string;

const fail = (why: string): never => {
  throw new CommandFailure(`expr: ${why}`, 2);
};
const isNumber = (text: string): boolean => /^[-+]?\d+$/.test(text);
const isNull = (text: string): boolean => text === "" || (isNumber(text) && BigInt(text) === 0n);

const arithmetic =
  (compute: (left: bigint, right: bigint) => bigint): Operator =>
  (left, right) => {
    const [a, b] = [left, right].map((text) =>
      isNumber(text) ? BigInt(text) : fail("non-integer argument"),
    );
    return String(BigInt.asIntN(64, compute(a ?? 0n, b ?? 0n)));
  };
const divided = (compute: (left: bigint, right: bigint) => bigint): Operator =>
  arithmetic((left, right) => (right === 0n ? fail("division by zero") : compute(left, right)));
const compared =
  (holds: (order: number) => boolean): Operator =>
  (left, right) => {
    const asNumbers = isNumber(left) && isNumber(right);
    const [a, b] = asNumbers ? [BigInt(left), BigInt(right)] : [left, right];
    return holds(a < b ? -1 : a > b ? 1 : 0) ? "1" : "0";
  };

function matched(text: string, pattern: string): string {
  let expression: RegExp;
  try {
    expression = new RegExp(`^(?:${basicPattern(pattern, false)})`);
  } catch {
    return fail(`bad regex '${pattern}'`);
  }
  const match = expression.exec(text);
  if (match !== null && match.length > 1) return match[1] ?? "";
  return pattern.includes("\\(") ? "" : String([...(match?.[0] ?? "")].length);
}

/** From the weakest to the strongest. */
const levels: readonly Readonly<Record<string, Operator>>[] = [
  { "|": (left, right) => (isNull(left) ? (isNull(right) ? "0" : right) : left) },
  { "&": (left, right) => (isNull(left) || isNull(right) ? "0" : left) },
  {
    "=": compared((order) => order === 0),
    "==": compared((order) => order === 0),
    "!=": compared((order) => order !== 0),
    "<": compared((order) => order < 0),
    "<=": compared((order) => order <= 0),
    ">": compared((order) => order > 0),
    ">=": compared((order) => order >= 0),
  },
  { "+": arithmetic((left, right) => left + right), "-": arithmetic((left, right) => left - right) },
  {
    "*": arithmetic((left, right) => left * right),
    "/": divided((left, right) => left / right),
    "%": divided((left, right) => left % right),
  },
  { ":": matched },
];
const deepest = 100;

/** `expr`, as toybox: it knows no `length` and `substr`. 1 for an empty answer or 0, 2 for what it cannot read. */
export const expr: ShellCommand = ({ args, stdout }) => {
  const words = args[0] === "--" ? args.slice(1) : args;
  if (words.length === 0) throw new CommandFailure('expr: Needs 1 argument (see "expr --help")', 2);
  let at = 0;
  const value = (level: number, depth: number): string => {
    const operators = levels[level];
    if (operators === undefined) return operand(depth);
    let left = value(level + 1, depth);
    for (
      let operator = operators[words[at] ?? ""];
      operator !== undefined && at < words.length;
      operator = operators[words[at] ?? ""]
    ) {
      at += 1;
      left = operator(left, value(level + 1, depth));
    }
    return left;
  };
  const operand = (depth: number): string => {
    const word = words[at++];
    if (word === undefined || depth > deepest) return fail("syntax error");
    if (word !== "(") return word;
    const inside = value(0, depth + 1);
    return words[at++] === ")" ? inside : fail("syntax error");
  };
  const answer = value(0, 0);
  if (at < words.length) fail("syntax error");
  stdout.write(`${answer}\n`);
  return isNull(answer) ? 1 : 0;
};
