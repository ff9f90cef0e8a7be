import { CommandFailure, type ShellCommand } from "../shell-session.ts";

const simpleEscapes: Readonly<Record<string, string>> = {
  a: "\u0007",
  b: "\b",
  e: "\u001b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

/** mksh's echo: it takes backslash escapes unless `-E`, and `\c` ends the output. */
export const echo: ShellCommand = ({ args, stdout }) => {
  let index = 0;
  let newline = true;
  let escapes = true;
  for (; /^-[neE]+$/.test(args[index] ?? ""); index += 1) {
    const option = args[index] ?? "";
    if (option.includes("n")) newline = false;
    if (option.includes("E")) escapes = false;
    if (option.includes("e")) escapes = true;
  }
  const text = args.slice(index).join(" ");
  const { text: shown, ended } = escapes ? decodeEscapes(text, true) : { text, ended: false };
  stdout.write(shown + (newline && !ended ? "\n" : ""));
  return 0;
};

/** Backslash escapes of echo and printf. */
export function decodeEscapes(
  text: string,
  zeroBeforeOctal: boolean,
): { readonly text: string; readonly ended: boolean } {
  let ended = false;
  const octal = zeroBeforeOctal ? "0[0-7]{0,3}" : "[0-7]{1,3}";
  const pattern = new RegExp(`\\\\(${octal}|x[0-9a-fA-F]{1,2}|u[0-9a-fA-F]{1,4}|c|[^])`, "g");
  const shown = text.replace(pattern, (match, code: string) => {
    if (ended) return "";
    if (code === "c") {
      ended = true;
      return "\u0000";
    }
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 255);
    if (/^[xu]./.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return simpleEscapes[code] ?? match;
  });
  return { text: ended ? shown.slice(0, shown.indexOf("\u0000")) : shown, ended };
}

/** printf of the shell: `%s %d %i %u %x %X %o %c %b %%`, width, and the format again while arguments are left. */
export const printf: ShellCommand = ({ args, stdout }) => {
  const [format, ...rest] = args;
  if (format === undefined) throw new CommandFailure("usage: printf FORMAT [ARGUMENT...]");
  const values = [...rest];
  do {
    const before = values.length;
    stdout.write(formatOnce(format, values));
    if (values.length === before) break;
  } while (values.length > 0);
  return 0;
};

function formatOnce(format: string, values: string[]): string {
  // Cut at the conversions first: text of an argument must never be taken for an escape.
  return format
    .split(/(%%|%[-0 +#]*\d*(?:\.\d+)?[a-zA-Z])/)
    .map((piece, index) => (index % 2 === 0 ? decodeEscapes(piece, false).text : conversion(piece, values)))
    .join("");
}

function conversion(specification: string, values: string[]): string {
  if (specification === "%%") return "%";
  const [, flags = "", width = "", precision, letter = ""] =
    /^%([-0 +#]*)(\d*)(?:\.(\d+))?(.)$/.exec(specification) ?? [];
  const value = values.shift() ?? "";
  const text = converted(letter, value, precision === undefined ? null : Number(precision));
  const padding = flags.includes("0") && /[dixXou]/.test(letter) ? "0" : " ";
  return flags.includes("-") ? text.padEnd(Number(width)) : text.padStart(Number(width), padding);
}

function converted(letter: string, value: string, precision: number | null): string {
  const number = Math.trunc(Number(value)) || 0;
  switch (letter) {
    case "s":
      return precision === null ? value : value.slice(0, precision);
    case "b":
      return decodeEscapes(value, true).text;
    case "c":
      return value.slice(0, 1);
    case "d":
    case "i":
    case "u":
      return String(number);
    case "x":
      return number.toString(16);
    case "X":
      return number.toString(16).toUpperCase();
    case "o":
      return number.toString(8);
    default:
      throw new CommandFailure(`printf: bad %${letter}`);
  }
}
