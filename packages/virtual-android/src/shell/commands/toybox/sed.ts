import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { readAll } from "../../streams.ts";
import { parseOptions } from "../builtins/options.ts";
import { basicPattern } from "./grep.ts";

type Address =
  | { readonly kind: "line"; readonly line: number }
  | { readonly kind: "last" }
  | { readonly kind: "pattern"; readonly pattern: RegExp };

interface Step {
  readonly from: Address | null;
  readonly to: Address | null;
  readonly negated: boolean;
  readonly name: string;
  readonly pattern?: RegExp;
  readonly replacement?: string;
  readonly prints?: boolean;
  readonly nth?: number;
  readonly text?: string;
  readonly map?: ReadonlyMap<string, string>;
  /** Between the lines of its range. */
  active: boolean;
}

/** `sed [-n] [-E] [-i] -e SCRIPT… [FILE…]` with `s`, `y`, `p`, `d`, `q`, `=`, `a`, `i`, `c`; other commands of sed are refused. */
export const sed: ShellCommand = async (given) => {
  const scripts: string[] = [];
  const args = given.args.flatMap((argument, index, all) => {
    if (argument === "-r") return ["-E"];
    if (all[index - 1] === "-e") return [];
    if (argument !== "-e") return [argument];
    scripts.push(all[index + 1] ?? "");
    return [];
  });
  const context = { ...given, args };
  const { flags, operands } = parseOptions(context, "nEis");
  const files = [...operands];
  if (scripts.length === 0) scripts.push(files.shift() ?? noScript());
  const source = scripts.join("\n");
  const run = (text: string): string =>
    edited(text, new ScriptReader(source, flags.has("E")).steps(), flags.has("n"));
  if (files.length === 0) {
    context.stdout.write(run((await readAll(context.stdin)).toString("utf8")));
    return 0;
  }
  return overFiles(context, files, flags.has("i"), run);
};

function noScript(): never {
  throw new CommandFailure('sed: Needs 1 argument (see "sed --help")');
}

function overFiles(
  context: CommandContext,
  paths: readonly string[],
  inPlace: boolean,
  run: (text: string) => string,
): number {
  const { files } = context.surroundings;
  let [all, status] = ["", 0];
  for (const path of paths) {
    const file = absolutePath(context, path);
    if (files.find(file)?.isFile() !== true) {
      context.stderr.write(`sed: ${path}: No such file or directory\n`);
      status = 1;
    } else if (inPlace) files.write(file, Buffer.from(run(files.read(file).toString("utf8"))));
    else all += files.read(file).toString("utf8");
  }
  if (!inPlace) context.stdout.write(run(all));
  return status;
}

function edited(text: string, steps: readonly Step[], quiet: boolean): string {
  const lines = text.split("\n");
  const endsWhole = lines.at(-1) === "";
  if (endsWhole) lines.pop();
  let output = "";
  for (const [index, original] of lines.entries()) {
    const isLast = index === lines.length - 1;
    const end = isLast && !endsWhole ? "" : "\n";
    const result = editedLine(original, { number: index + 1, isLast }, steps);
    output += result.before;
    if (!result.deleted && !quiet) output += result.line + end;
    output += result.after;
    if (result.quits) break;
  }
  return output;
}

function editedLine(
  original: string,
  place: { readonly number: number; readonly isLast: boolean },
  steps: readonly Step[],
) {
  const result = { line: original, before: "", after: "", deleted: false, quits: false };
  for (const step of steps) {
    if (applies(step, result.line, place) === step.negated) continue;
    if (step.name === "s") {
      const changed = substituted(result.line, step);
      if (changed === null) continue;
      result.line = changed;
      if (step.prints === true) result.before += `${changed}\n`;
    } else if (step.name === "y")
      result.line = [...result.line].map((one) => step.map?.get(one) ?? one).join("");
    else if (step.name === "p") result.before += `${result.line}\n`;
    else if (step.name === "=") result.before += `${place.number}\n`;
    else if (step.name === "i") result.before += `${step.text}\n`;
    else if (step.name === "a") result.after += `${step.text}\n`;
    else if (step.name === "q") result.quits = true;
    else {
      result.deleted = true;
      if (step.name === "c") result.before += `${step.text}\n`;
    }
    if (result.quits || result.deleted) break;
  }
  return result;
}

function applies(
  step: Step,
  line: string,
  place: { readonly number: number; readonly isLast: boolean },
): boolean {
  const { from, to } = step;
  if (from === null) return true;
  if (to === null) return matches(from, line, place);
  if (!step.active) {
    if (!matches(from, line, place)) return false;
    step.active = to.kind !== "line" || to.line > place.number;
    return true;
  }
  if (matches(to, line, place) || (to.kind === "line" && place.number >= to.line)) step.active = false;
  return true;
}

function matches(
  address: Address,
  line: string,
  { number, isLast }: { readonly number: number; readonly isLast: boolean },
): boolean {
  if (address.kind === "line") return address.line === number;
  if (address.kind === "last") return isLast;
  address.pattern.lastIndex = 0;
  return address.pattern.test(line);
}

/** Null when nothing matched. */
function substituted(line: string, { pattern, replacement = "", nth = 1 }: Step): string | null {
  if (pattern === undefined) return null;
  let count = 0;
  let found = false;
  let matchedTo = -1;
  const changed = line.replace(pattern, (...args) => {
    const places = args.findIndex((one) => typeof one === "number");
    const groups = args.slice(0, places) as (string | undefined)[];
    const whole = groups[0] ?? "";
    const start = args[places] as number;
    // Where a match ended there is no empty one.
    if (whole === "" && start === matchedTo) return "";
    matchedTo = start + whole.length;
    count += 1;
    if (count < nth || (count > nth && !everyMatch.has(pattern))) return whole;
    found = true;
    return replacement.replace(/\\([\s\S])|&/g, (match, escaped?: string) => {
      if (match === "&") return whole;
      if (escaped === "n") return "\n";
      return escaped !== undefined && /\d/.test(escaped) ? (groups[Number(escaped)] ?? "") : (escaped ?? "");
    });
  });
  return found ? changed : null;
}

/** Patterns with `g`: all matches from the nth on. */
const everyMatch = new WeakSet<RegExp>();

class ScriptReader {
  readonly #text: string;
  readonly #isExtended: boolean;
  #at = 0;

  constructor(text: string, isExtended: boolean) {
    this.#text = text;
    this.#isExtended = isExtended;
  }

  steps(): readonly Step[] {
    const steps: Step[] = [];
    for (;;) {
      this.#skip(/[\s;]*/y);
      if (this.#at >= this.#text.length) return steps;
      steps.push(this.#step());
    }
  }

  #skip(pattern: RegExp): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    this.#at += found.length;
    return found;
  }

  #step(): Step {
    const from = this.#address();
    const to = from !== null && this.#skip(/\s*,\s*/y) !== "" ? this.#address() : null;
    const negated = this.#skip(/\s*!\s*|\s*/y).includes("!");
    const name = this.#text[this.#at++] ?? "";
    const step = { from, to, negated, name, active: false };
    if (name === "s") return { ...step, ...this.#substitution() };
    if (name === "y") return { ...step, map: this.#transliteration() };
    if ("aic".includes(name) && name !== "") {
      this.#skip(/[ \t]*\\?\n?[ \t]*/y);
      return { ...step, text: this.#skip(/[^\n]*/y) };
    }
    if (!"pdq=".includes(name) || name === "")
      throw new CommandFailure(`sed: '${name}' is not supported by this virtual phone`);
    if (!/^[ \t]*(?:[;\n}]|$)/.test(this.#text.slice(this.#at))) throw this.#bad();
    return step;
  }

  #address(): Address | null {
    const digits = this.#skip(/\d+/y);
    if (digits !== "") return { kind: "line", line: Number(digits) };
    if (this.#text[this.#at] === "$") {
      this.#at += 1;
      return { kind: "last" };
    }
    if (this.#text[this.#at] !== "/") return null;
    const pattern = this.#compile(this.#delimited("/"), "");
    this.#at += 1;
    return { kind: "pattern", pattern };
  }

  /** Text up to the next delimiter that is not escaped; the one before it is stepped over. */
  #delimited(delimiter: string): string {
    let text = "";
    for (this.#at += 1; this.#at < this.#text.length; this.#at += 1) {
      const character = this.#text[this.#at] ?? "";
      if (character === delimiter) return text;
      if (character === "\\") {
        const next = this.#text[++this.#at] ?? "";
        text += next === delimiter ? next : `\\${next}`;
      } else text += character;
    }
    throw this.#bad();
  }

  #substitution() {
    const delimiter = this.#text[this.#at] ?? "";
    if (delimiter === "" || delimiter === "\n" || delimiter === "\\") throw this.#bad();
    const source = this.#delimited(delimiter);
    const replacement = this.#delimited(delimiter);
    this.#at += 1;
    const letters = this.#skip(/[a-zA-Z0-9]*/y);
    if (!/^(?:[gpiI]|\d+)*$/.test(letters)) throw this.#bad();
    const pattern = this.#compile(source, /i/i.test(letters) ? "gi" : "g");
    if (letters.includes("g")) everyMatch.add(pattern);
    return {
      pattern,
      replacement,
      prints: letters.includes("p"),
      nth: Number(/\d+/.exec(letters)?.[0] ?? 1),
    };
  }

  #transliteration(): ReadonlyMap<string, string> {
    const delimiter = this.#text[this.#at] ?? "";
    const [from, to] = [[...this.#delimited(delimiter)], [...this.#delimited(delimiter)]];
    this.#at += 1;
    if (from.length !== to.length) throw new CommandFailure("sed: y strings different lengths");
    return new Map(from.map((one, index) => [one, to[index] ?? ""]));
  }

  #compile(source: string, flags: string): RegExp {
    try {
      return new RegExp(basicPattern(source, this.#isExtended), flags);
    } catch {
      throw new CommandFailure(`sed: bad regex '${source}'`);
    }
  }

  #bad(): CommandFailure {
    return new CommandFailure(`sed: bad pattern '${this.#text}'@${this.#at} (${this.#text[this.#at] ?? ""})`);
  }
}
