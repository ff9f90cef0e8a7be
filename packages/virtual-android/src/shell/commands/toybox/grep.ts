import { PhoneError } from "../../../system/storage/phone-error.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { readAll } from "../../streams.ts";
import { parseOptions } from "../builtins/options.ts";

const longOptions: Readonly<Record<string, string>> = {
  "--ignore-case": "-i",
  "--invert-match": "-v",
  "--count": "-c",
  "--quiet": "-q",
  "--only-matching": "-o",
  "--fixed-strings": "-F",
  "--extended-regexp": "-E",
};
/** A line longer than this is not searched: a pattern could take very long on it. */
const longestLine = 1_000_000;

/** `grep -E -F -i -v -c -q -o -n -l -L -r -w -e`: exit code 0 found, 1 not found, 2 wrong use. */
export const grep: ShellCommand = async (given) => {
  const context = { ...given, args: given.args.map((argument) => longOptions[argument] ?? argument) };
  const { flags, values, operands } = parseOptions(context, "EFivcqonlLrRwxhHsae:m:A:B:C:");
  const [first, ...rest] = operands;
  const text = values.has("e") ? expressionsOf(context.args).join("\n") : first;
  if (text === undefined) throw new CommandFailure("grep: no REGEX", 2);
  const pattern = compile(text, flags, context.name === "egrep");
  const isDeep = flags.has("r") || flags.has("R");
  const named = values.has("e") ? operands : rest;
  const paths = isDeep ? filesBelow(context, named.length === 0 ? ["."] : named) : named;
  let found = false;
  let status = 1;
  for (const path of paths.length === 0 ? ["-"] : paths) {
    try {
      const bytes =
        path === "-"
          ? await readAll(context.stdin)
          : context.surroundings.files.read(absolutePath(context, path));
      const label = ((paths.length > 1 || isDeep) && !flags.has("h")) || flags.has("H") ? `${path}:` : "";
      found = search(bytes.toString("utf8"), pattern, { flags, values, label, path, context }) || found;
    } catch (error) {
      if (!(error instanceof PhoneError)) throw error;
      if (!flags.has("s")) context.stderr.write(`grep: ${path}: ${error.message}\n`);
      status = 2;
    }
  }
  return found ? 0 : status;
};

/** Of several `-e` each counts: options with one value do not keep them. */
const expressionsOf = (args: readonly string[]): readonly string[] =>
  args.flatMap((word, index) => {
    const [, inline] = /^-[a-zA-Z]*?e(.*)$/s.exec(word) ?? [];
    if (inline === undefined || /^-[a-zA-Z]*[emABC]$/.test(args[index - 1] ?? "")) return [];
    return inline === "" ? args.slice(index + 1, index + 2) : [inline];
  });

/** Links that are met on the way are not followed. */
function filesBelow(context: CommandContext, paths: readonly string[]): readonly string[] {
  const { files } = context.surroundings;
  return paths.flatMap((path) => {
    if (path === "-" || files.find(absolutePath(context, path))?.isDirectory() !== true) return [path];
    const inside = files
      .list(absolutePath(context, path))
      .map((name) => `${path.replace(/\/$/, "")}/${name}`)
      .filter((one) => files.find(absolutePath(context, one), false)?.isSymbolicLink() !== true);
    return filesBelow(context, inside);
  });
}

interface SearchOptions {
  readonly flags: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  readonly label: string;
  readonly path: string;
  readonly context: CommandContext;
}

function search(
  text: string,
  pattern: RegExp,
  { flags, values, label, path, context }: SearchOptions,
): boolean {
  const lines = text.replace(/\n$/, "").split("\n");
  const after = Number(values.get("A") ?? values.get("C") ?? 0);
  const before = Number(values.get("B") ?? values.get("C") ?? 0);
  const most = Number(values.get("m") ?? Number.POSITIVE_INFINITY);
  const hits: number[] = [];
  if (text !== "") {
    for (const [index, line] of lines.entries()) {
      pattern.lastIndex = 0;
      if (hits.length < most && pattern.test(line.slice(0, longestLine)) !== flags.has("v")) hits.push(index);
    }
  }
  if (flags.has("L")) {
    if (hits.length === 0) context.stdout.write(`${path}\n`);
    return hits.length > 0;
  }
  if (flags.has("q")) return hits.length > 0;
  if (flags.has("c")) context.stdout.write(`${label}${hits.length}\n`);
  else if (flags.has("l")) context.stdout.write(hits.length > 0 ? `${path}\n` : "");
  else if (flags.has("o")) {
    for (const index of hits)
      context.stdout.write(
        ((lines[index] ?? "").match(pattern) ?? [])
          .filter((match) => match !== "")
          .map((match) => `${label}${match}\n`)
          .join(""),
      );
  } else {
    const shown = new Set(
      hits.flatMap((hit) => Array.from({ length: before + after + 1 }, (_, offset) => hit - before + offset)),
    );
    const inOrder = [...shown].filter((index) => index >= 0 && index < lines.length).sort((a, b) => a - b);
    const isHit = new Set(hits);
    const hasContext = before + after > 0;
    const shownLine = (index: number, place: number): string => {
      const mark = isHit.has(index) ? ":" : "-";
      const isApart = hasContext && place > 0 && inOrder[place - 1] !== index - 1;
      const name = label === "" ? "" : label.slice(0, -1) + mark;
      return `${isApart ? "--\n" : ""}${name}${flags.has("n") ? `${index + 1}${mark}` : ""}${lines[index]}\n`;
    };
    context.stdout.write(inOrder.map(shownLine).join(""));
  }
  return hits.length > 0;
}

function compile(text: string, flags: ReadonlySet<string>, isExtended: boolean): RegExp {
  const literal = text.split("\n").map(escapeAll).join("|");
  const source = flags.has("F")
    ? literal
    : flags.has("E") || isExtended
      ? extended(text)
      : extended(basicToExtended(text));
  try {
    const whole = flags.has("x") ? `^(?:${source})$` : source;
    return new RegExp(flags.has("w") ? `\\b(?:${source})\\b` : whole, flags.has("i") ? "gi" : "g");
  } catch {
    throw new CommandFailure(`grep: bad REGEX '${text}'`, 2);
  }
}

const escapeAll = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

/** In a basic expression `( ) { } | + ?` are plain, and with a backslash they are operators. */
/** A regular expression of grep or sed as one of JavaScript's. */
export const basicPattern = (text: string, isExtended: boolean): string =>
  extended(isExtended ? text : basicToExtended(text));

const basicToExtended = (text: string): string =>
  text.replace(/\\?[(){}|+?]/g, (match) => (match.startsWith("\\") ? match.slice(1) : `\\${match}`));

const characterClasses: Readonly<Record<string, string>> = {
  alpha: "a-zA-Z",
  digit: "0-9",
  alnum: "a-zA-Z0-9",
  space: "\\s",
  blank: " \\t",
  cntrl: "\\0-\\x1f\\x7f",
  graph: "!-~",
  print: " -~",
  upper: "A-Z",
  lower: "a-z",
  punct: "!-\\/:-@\\[-`{-~",
  xdigit: "0-9a-fA-F",
};

const extended = (text: string): string =>
  text.replace(/\[:(\w+):\]/g, (match, name: string) => characterClasses[name] ?? match).replace(/\n/g, "|");
