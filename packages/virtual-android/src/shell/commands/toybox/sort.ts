import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { parseOptions } from "../builtins/options.ts";
import { forEachText, linesOf } from "./text-tools.ts";

interface Key {
  readonly fromField: number;
  readonly fromCharacter: number;
  /** Null: to the end of the line. */
  readonly toField: number | null;
  readonly toCharacter: number | null;
  readonly flags: ReadonlySet<string>;
}

const keyPattern = /^([1-9]\d*)(?:\.([1-9]\d*))?([a-zA-Z]*)(?:,([1-9]\d*)(?:\.(\d+))?([a-zA-Z]*))?$/;
const orders = "bfgnr";

/** Of several `-k` each counts, the first one most: options with one value do not keep them. */
function readKeys(context: CommandContext, separator: string | undefined): readonly Key[] {
  const words = context.args.flatMap((word, index, all) => {
    const [, inline] = /^-[a-zA-Z]*?k(.*)$/.exec(word) ?? [];
    const isValue = /^-[a-zA-Z]*[kto]$/.test(all[index - 1] ?? "");
    return inline === undefined || isValue ? [] : [inline === "" ? (all[index + 1] ?? "") : inline];
  });
  return words.map((word) => {
    const match = keyPattern.exec(word);
    if (match === null) throw new CommandFailure(`sort: bad -k '${word}'`, 2);
    const [, field = "1", character, first = "", to, toCharacter, second = ""] = match;
    const flags = new Set(first + second);
    for (const flag of flags) refuseUnknown(flag);
    if (separator !== undefined && [...separator].length !== 1) throw new CommandFailure("sort: bad -t", 2);
    return {
      fromField: Number(field),
      fromCharacter: Number(character ?? 1),
      toField: to === undefined ? null : Number(to),
      toCharacter: Number(toCharacter ?? 0) === 0 ? null : Number(toCharacter),
      flags,
    };
  });
}

function refuseUnknown(flag: string): void {
  if (!orders.includes(flag))
    throw new CommandFailure(`sort: -${flag} is not supported by this virtual phone`, 2);
}

/** Where each field of a line begins and ends; without a separator blanks before a field are its own. */
function fieldsOf(line: string, separator: string | undefined): readonly (readonly [number, number])[] {
  const fields: [number, number][] = [];
  if (separator === undefined) {
    for (const match of line.matchAll(/\s*\S+/g)) fields.push([match.index, match.index + match[0].length]);
    return fields;
  }
  let from = 0;
  for (const field of line.split(separator)) {
    fields.push([from, from + field.length]);
    from += field.length + separator.length;
  }
  return fields;
}

function keyOf(line: string, key: Key, separator: string | undefined): string {
  const fields = fieldsOf(line, separator);
  const first = fields[key.fromField - 1];
  if (first === undefined) return "";
  const skipped = key.flags.has("b") ? (/^\s*/.exec(line.slice(first[0]))?.[0].length ?? 0) : 0;
  const start = first[0] + skipped + key.fromCharacter - 1;
  const last = key.toField === null ? undefined : fields[key.toField - 1];
  if (last === undefined) return line.slice(start);
  return line.slice(start, key.toCharacter === null ? last[1] : Math.min(last[1], last[0] + key.toCharacter));
}

const plainly = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));
const numberIn = (text: string): number => Number.parseFloat(text) || 0;

function compareAs(flags: ReadonlySet<string>, left: string, right: string): number {
  const way = flags.has("r") ? -1 : 1;
  if (flags.has("n") || flags.has("g")) return way * Math.sign(numberIn(left) - numberIn(right));
  const shown = (text: string): string => {
    const trimmed = flags.has("b") ? text.trimStart() : text;
    return flags.has("f") ? trimmed.toUpperCase() : trimmed;
  };
  return way * plainly(shown(left), shown(right));
}

/** `sort [-bcCfgnrsuz] [-k KEY]… [-t X] [-o FILE] [FILE…]`, as toybox; its other orders are refused. */
export const sort: ShellCommand = async (context) => {
  const { flags, values, operands } = parseOptions(context, "bcCdfgiMnrsuVxzk:t:o:");
  for (const flag of "diMVxz") if (flags.has(flag)) refuseUnknown(flag);
  const separator = values.get("t");
  const keys = readKeys(context, separator);
  const ordinary = new Set([...flags].filter((flag) => orders.includes(flag)));
  const byKeys = (left: string, right: string): number => {
    if (keys.length === 0) return compareAs(ordinary, left, right);
    for (const key of keys) {
      const how = key.flags.size > 0 ? key.flags : ordinary;
      const order = compareAs(how, keyOf(left, key, separator), keyOf(right, key, separator));
      if (order !== 0) return order;
    }
    return 0;
  };
  const compare = (left: string, right: string): number =>
    byKeys(left, right) ||
    (flags.has("s") || flags.has("u") ? 0 : (ordinary.has("r") ? -1 : 1) * plainly(left, right));
  const all: string[] = [];
  const status = await forEachText(context, operands, (bytes) => {
    for (const line of linesOf(bytes)) all.push(line.replace(/\n$/, ""));
  });
  if (flags.has("c") || flags.has("C")) return check(context, all, compare, operands[0] ?? "-");
  const sorted = all.sort(compare);
  const shown = flags.has("u")
    ? sorted.filter((line, index) => index === 0 || byKeys(sorted[index - 1] ?? "", line) !== 0)
    : sorted;
  const text = shown.map((line) => `${line}\n`).join("");
  const output = values.get("o");
  if (output === undefined) context.stdout.write(text);
  else context.surroundings.files.write(absolutePath(context, output), Buffer.from(text));
  return status;
};

function check(
  context: CommandContext,
  lines: readonly string[],
  compare: (left: string, right: string) => number,
  name: string,
): number {
  const wrong = lines.findIndex((line, index) => index > 0 && compare(lines[index - 1] ?? "", line) > 0);
  if (wrong < 0) return 0;
  if (context.args.some((word) => /^-[a-zA-Z]*c/.test(word)))
    context.stderr.write(`sort: ${name}: Check line ${wrong + 1}\n`);
  return 1;
}
