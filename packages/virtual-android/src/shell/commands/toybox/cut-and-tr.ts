import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { readAll } from "../../streams.ts";
import { parseOptions } from "../builtins/options.ts";
import { forEachText } from "./text-tools.ts";

/** `1,3-5,7-`: is that place chosen? */
function chooser(list: string): (place: number) => boolean {
  const ranges = list.split(",").map((part) => {
    const [, from = "", dash = "", to = ""] = /^(\d*)(-?)(\d*)$/.exec(part) ?? [];
    if (part === "" || part === "-" || (from === "" && dash === ""))
      throw new CommandFailure(`cut: bad '${list}'`);
    const first = from === "" ? 1 : Number(from);
    return { first, last: dash === "" ? first : to === "" ? Number.POSITIVE_INFINITY : Number(to) };
  });
  return (place) => ranges.some(({ first, last }) => place >= first && place <= last);
}

/** `cut -b|-c|-f LIST [-d C] [-s] [FILE…]`. */
export const cut: ShellCommand = (context) => {
  const { flags, values, operands } = parseOptions(context, "b:c:f:d:s");
  const kinds = ["b", "c", "f"].filter((kind) => values.has(kind));
  const [kind] = kinds;
  if (kind === undefined || kinds.length > 1)
    throw new CommandFailure('cut: Needs one of -bcf (see "cut --help")');
  const isChosen = chooser(values.get(kind) ?? "");
  const delimiter = values.get("d") ?? "\t";
  const cutLine = (line: string): string | null => {
    if (kind === "b")
      return Buffer.from(Buffer.from(line).filter((_, index) => isChosen(index + 1))).toString("utf8");
    if (kind === "c") return [...line].filter((_, index) => isChosen(index + 1)).join("");
    if (!line.includes(delimiter)) return flags.has("s") ? null : line;
    return line
      .split(delimiter)
      .filter((_, index) => isChosen(index + 1))
      .join(delimiter);
  };
  return forEachText(context, operands, (bytes) => {
    for (const line of bytes.toString("utf8").match(/[^\n]*\n|[^\n]+$/g) ?? []) {
      const shown = cutLine(line.replace(/\n$/, ""));
      if (shown !== null) context.stdout.write(`${shown}\n`);
    }
  });
};

const classes: Readonly<Record<string, string>> = {
  alpha: "A-Za-z",
  digit: "0-9",
  alnum: "A-Za-z0-9",
  upper: "A-Z",
  lower: "a-z",
  space: " \\t\\n\\r\\f\\v",
  blank: " \\t",
  punct: "!-/:-@[-`{-~",
  xdigit: "0-9A-Fa-f",
};
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  f: "\f",
  v: "\v",
  a: "\u0007",
  b: "\b",
};

/** The characters of a set: ranges, classes and escapes. */
function charactersOf(text: string): readonly string[] {
  const source = text.replace(/\[:(\w+):\]/g, (whole, name: string) => classes[name] ?? whole);
  const tokens = [...source.matchAll(/\\([0-7]{1,3}|[\s\S])|([\s\S])/gu)].map(([, escaped, plain]) => ({
    character:
      escaped === undefined
        ? (plain ?? "")
        : /^[0-7]/.test(escaped)
          ? String.fromCharCode(Number.parseInt(escaped, 8))
          : (escapes[escaped] ?? escaped),
    isDash: escaped === undefined && plain === "-",
  }));
  const found: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const [first, dash, last] = [tokens[at], tokens[at + 1], tokens[at + 2]];
    if (first === undefined) break;
    if (dash?.isDash !== true || last === undefined) {
      found.push(first.character);
      continue;
    }
    const [from, to] = [first.character.codePointAt(0) ?? 0, last.character.codePointAt(0) ?? 0];
    if (from > to || to - from > 65_536)
      throw new CommandFailure(`tr: bad range '${first.character}-${last.character}'`);
    for (let code = from; code <= to; code += 1) found.push(String.fromCodePoint(code));
    at += 2;
  }
  return found;
}

/** `tr [-cds] SET1 [SET2]`. */
export const tr: ShellCommand = async (context) => {
  const { flags, operands } = parseOptions(context, "cCds");
  const [first, second] = operands;
  const isComplement = flags.has("c") || flags.has("C");
  if (first === undefined || (second === undefined && !flags.has("d") && !flags.has("s")))
    throw new CommandFailure('tr: Needs 2 arguments (see "tr --help")');
  const from = charactersOf(first);
  const to = second === undefined ? [] : charactersOf(second);
  const set = new Set(from);
  const isIn = (character: string): boolean => set.has(character) !== isComplement;
  const map = new Map(from.map((one, index) => [one, to[index] ?? to.at(-1) ?? one] as const));
  const squeezed = new Set(to);
  let last = "";
  let output = "";
  for (const character of (await readAll(context.stdin)).toString("utf8")) {
    const inSet = isIn(character);
    if (inSet && flags.has("d")) continue;
    const changed =
      !inSet || to.length === 0 || flags.has("d")
        ? character
        : isComplement
          ? (to.at(-1) ?? character)
          : (map.get(character) ?? character);
    const squeezes = flags.has("s") && (to.length === 0 ? inSet : squeezed.has(changed));
    if (squeezes && changed === last) continue;
    last = squeezes ? changed : "";
    output += changed;
  }
  context.stdout.write(output);
  return 0;
};
