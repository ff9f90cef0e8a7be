import type { Stats } from "node:fs";
import { expandArithmeticText } from "../../language/arithmetic.ts";
import { parameterNamed } from "../../language/expand-parameter.ts";
import {
  absolutePath,
  type CommandContext,
  CommandFailure,
  type ShellCommand,
  type ShellOption,
  type ShellState,
  type ShellSurroundings,
} from "../../shell-session.ts";

const compareText: Readonly<Record<string, (left: string, right: string) => boolean>> = {
  "=": (left, right) => left === right,
  "==": (left, right) => left === right,
  "!=": (left, right) => left !== right,
  "<": (left, right) => left < right,
  ">": (left, right) => left > right,
};
const compareNumbers: Readonly<Record<string, (left: number, right: number) => boolean>> = {
  "-eq": (left, right) => left === right,
  "-ne": (left, right) => left !== right,
  "-lt": (left, right) => left < right,
  "-le": (left, right) => left <= right,
  "-gt": (left, right) => left > right,
  "-ge": (left, right) => left >= right,
};

/** `test …` and `[ … ]`: 0 true, 1 false, 2 wrong use. */
export const test: ShellCommand = (context) => {
  const args = [...context.args];
  if (context.name === "[" && args.pop() !== "]") throw new CommandFailure("/system/bin/sh: [: missing ]", 2);
  if (args.length === 0) return 1;
  return either(args, context) ? 0 : 1;
};

function either(args: readonly string[], context: CommandContext): boolean {
  const place = args.length > 3 ? args.indexOf("-o") : -1;
  if (place > 0) return either(args.slice(0, place), context) || either(args.slice(place + 1), context);
  return both(args, context);
}

function both(args: readonly string[], context: CommandContext): boolean {
  const place = args.length > 3 ? args.indexOf("-a") : -1;
  if (place > 0) return both(args.slice(0, place), context) && both(args.slice(place + 1), context);
  return single(args, context);
}

function single(args: readonly string[], context: CommandContext): boolean {
  const [first = "", second = "", third = ""] = args;
  if (args.length === 3) {
    const text = compareText[second];
    const numbers = compareNumbers[second];
    if (text !== undefined) return text(first, third);
    if (numbers !== undefined) return numbers(integer(first, context), integer(third, context));
    const stat = (path: string) => context.surroundings.files.find(absolutePath(context, path));
    if (/^-(?:nt|ot|ef)$/.test(second)) return compareFiles(second, stat(first), stat(third));
    if (first === "(" && third === ")") return second !== "";
  }
  if (first === "!" && args.length > 1) return !single(args.slice(1), context);
  if (args.length === 1) return first !== "";
  if (args.length === 2) return isTrueOf(first, second, context);
  throw new CommandFailure(`/system/bin/sh: ${context.name}: ${second}: unexpected operator/operand`, 2);
}

/** Where a test is asked. */
export interface TestPlace {
  readonly name: string;
  readonly state: ShellState;
  readonly surroundings: Pick<ShellSurroundings, "files">;
}

/** `-f FILE`, `-n TEXT` and their kin. */
export function isTrueOf(operator: string, operand: string, place: TestPlace): boolean {
  if (operator === "-n") return operand !== "";
  if (operator === "-z") return operand === "";
  if (operator === "-t") return false;
  if (operator === "-o") return place.state.options.has(operand as ShellOption);
  if (operator === "-v") return parameterNamed(operand, place.state) !== undefined;
  const path = absolutePath(place, operand);
  const found = place.surroundings.files.find(path, operator !== "-L" && operator !== "-h");
  switch (operator) {
    case "-e":
    case "-a":
    case "-r":
    case "-O":
    case "-G":
      return found !== null;
    case "-w":
      return found !== null && !/^\/(system|vendor|product|proc|sys|apex)(\/|$)/.test(path);
    case "-f":
      return found?.isFile() === true;
    case "-d":
      return found?.isDirectory() === true;
    case "-s":
      return (found?.size ?? 0) > 0;
    case "-x":
      return found !== null && (found.mode & 0o111) !== 0;
    case "-L":
    case "-h":
      return found?.isSymbolicLink() === true;
    case "-b":
    case "-c":
    case "-p":
    case "-S":
      return false;
    default:
      throw new CommandFailure(`/system/bin/sh: ${place.name}: ${operator}: unexpected operator/operand`, 2);
  }
}

/** `-nt`, `-ot` and `-ef`. */
export function compareFiles(operator: string, left: Stats | null, right: Stats | null): boolean {
  if (operator === "-ef")
    return left !== null && right !== null && left.ino === right.ino && left.dev === right.dev;
  const [newer, older] = operator === "-nt" ? [left, right] : [right, left];
  return newer !== null && (older === null || newer.mtimeMs > older.mtimeMs);
}

/** mksh takes an expression for a number. */
const integer = (text: string, { state }: CommandContext): number =>
  Number(expandArithmeticText(text, state.variables));
