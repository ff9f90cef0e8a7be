import { CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { decodeEscapes } from "./echo.ts";

interface Conversion {
  readonly flags: string;
  readonly width: number;
  /** Null: none was given. */
  readonly precision: number | null;
  readonly letter: string;
  /** Where the conversion ends in the format. */
  readonly end: number;
}

/** The arguments that are left, and what was wrong with those before. */
class Values {
  readonly #rest: string[];
  readonly complaints: string[] = [];

  constructor(values: readonly string[]) {
    this.#rest = [...values];
  }

  get left(): number {
    return this.#rest.length;
  }

  next(): string {
    return this.#rest.shift() ?? "";
  }

  complain(letter: string, value: string): void {
    this.complaints.push(`printf: bad %${letter} ${value}\n`);
  }
}

/** toybox's printf (0.8.9, as of Android 14): the format again while arguments are left. */
export const printf: ShellCommand = ({ args, stdout, stderr }) => {
  const [format, ...rest] = args[0] === "--" ? args.slice(1) : args;
  if (format === undefined) throw new CommandFailure('printf: Needs 1 argument (see "printf --help")');
  const values = new Values(rest);
  let before: number;
  do {
    before = values.left;
    const { text, ended } = formatOnce(format, values);
    stdout.write(text);
    if (ended) break;
  } while (values.left > 0 && values.left < before);
  stderr.write(values.complaints.join(""));
  return values.complaints.length > 0 ? 1 : 0;
};

function formatOnce(format: string, values: Values): { readonly text: string; readonly ended: boolean } {
  let shown = "";
  let at = 0;
  while (at < format.length) {
    const start = format.indexOf("%", at);
    // Escapes are the format's alone: text of an argument must never be taken for one.
    const { text, ended } = decodeEscapes(format.slice(at, start < 0 ? undefined : start), false);
    shown += text;
    if (ended || start < 0) return { text: shown, ended };
    if (format[start + 1] === "%") {
      shown += "%";
      at = start + 2;
      continue;
    }
    const conversion = readConversion(format, start, values);
    const value = values.next();
    if (conversion.letter === "b") {
      const inner = decodeEscapes(value, true);
      shown += inner.text;
      if (inner.ended) return { text: shown, ended: true };
    } else shown += padded(converted(conversion, value, values), conversion);
    at = conversion.end;
  }
  return { text: shown, ended: false };
}

function readConversion(format: string, start: number, values: Values): Conversion {
  const match = /%([-+# '0]*)(\*|\d*)(?:(\.)(\*|\d*))?/y;
  match.lastIndex = start;
  const [whole = "%", flags = "", width = "", dot, precision = ""] = match.exec(format) ?? [];
  const number = (text: string): number =>
    text === "*" ? Number.parseInt(values.next(), 10) || 0 : Number(text);
  const wide = number(width);
  const end = start + whole.length + 1;
  const letter = format[end - 1] ?? "";
  const exact = dot === undefined ? null : number(precision);
  if (letter === "" || !"bcsdiouxXfeEgG".includes(letter))
    throw new CommandFailure(`printf: bad %${letter}@${end}`);
  return {
    flags: wide < 0 ? `${flags}-` : flags,
    width: Math.min(Math.abs(wide), 65_536),
    precision: exact,
    letter,
    end,
  };
}

function padded(text: string, { flags, width, letter, precision }: Conversion): string {
  if (flags.includes("-")) return text.padEnd(width);
  const isWhole = "diouxX".includes(letter);
  if (!flags.includes("0") || "cs".includes(letter) || (isWhole && precision !== null))
    return text.padStart(width);
  const [, sign = "", digits = text] = /^([-+ ]?(?:0[xX])?)(.*)$/.exec(text) ?? [];
  return sign + digits.padStart(width - sign.length, "0");
}

function converted(conversion: Conversion, value: string, values: Values): string {
  const { letter, precision } = conversion;
  if (letter === "c") return value === "" ? "\0" : value.slice(0, 1);
  if (letter === "s") return precision === null ? value : value.slice(0, precision);
  return "diouxX".includes(letter)
    ? wholeNumber(conversion, value, values)
    : fraction(conversion, value, values);
}

const signOf = (flags: string): string => (flags.includes("+") ? "+" : flags.includes(" ") ? " " : "");

function wholeNumber({ letter, flags, precision }: Conversion, value: string, values: Values): string {
  const number = readWhole(value);
  if (number.isBad) values.complain(letter, value);
  if (letter === "d" || letter === "i") {
    const digits = String(number.value < 0n ? -number.value : number.value).padStart(precision ?? 1, "0");
    return (number.value < 0n ? "-" : signOf(flags)) + digits;
  }
  const unsigned = BigInt.asUintN(64, number.value);
  const base = letter === "o" ? 8 : letter === "u" ? 10 : 16;
  const digits = unsigned.toString(base).padStart(precision ?? 1, "0");
  const prefix = !flags.includes("#") || unsigned === 0n || letter === "u" ? "" : letter === "o" ? "0" : "0x";
  return letter === "X" ? (prefix + digits).toUpperCase() : prefix + digits;
}

/** As C's strtoll with base 0, and `'A` for the number of a character. */
function readWhole(value: string): { readonly value: bigint; readonly isBad: boolean } {
  if (/^['"]/.test(value)) return { value: BigInt(value.codePointAt(1) ?? 0), isBad: false };
  const [taken = "", sign = "", hex, octal, decimal] =
    /^\s*([-+]?)(?:0[xX]([0-9a-fA-F]+)|(0[0-7]*)|([1-9]\d*))/.exec(value) ?? [];
  const size =
    hex !== undefined
      ? BigInt(`0x${hex}`)
      : octal !== undefined
        ? BigInt(`0o${octal}`)
        : BigInt(decimal ?? 0);
  const signed = sign === "-" ? -size : size;
  const [most, least] = [2n ** 63n - 1n, -(2n ** 63n)];
  const kept = signed > most ? most : signed < least ? least : signed;
  return { value: kept, isBad: value !== "" && (taken.length !== value.length || kept !== signed) };
}

function fraction({ letter, flags, precision }: Conversion, value: string, values: Values): string {
  const [taken = ""] = /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/.exec(value) ?? [];
  if (taken.length !== value.length) values.complain(letter, value);
  const number = Number(taken);
  const digits = Math.min(precision ?? 6, 100);
  const size = Math.abs(number);
  const text =
    letter === "f"
      ? size.toFixed(digits)
      : letter.toLowerCase() === "e"
        ? exponential(size, digits)
        : shortest(size, digits || 1, flags);
  const signed = (number < 0 || Object.is(number, -0) ? "-" : signOf(flags)) + text;
  return /[EG]/.test(letter) ? signed.toUpperCase() : signed;
}

/** C writes at least two digits of the exponent. */
const exponential = (size: number, digits: number): string =>
  size.toExponential(digits).replace(/e([-+])(\d)$/, "e$10$2");

function shortest(size: number, digits: number, flags: string): string {
  const exponent = size === 0 ? 0 : Number(size.toExponential(digits - 1).split("e")[1]);
  const isPlain = exponent >= -4 && exponent < digits;
  const text = isPlain ? size.toFixed(digits - 1 - exponent) : exponential(size, digits - 1);
  return flags.includes("#") ? text : text.replace(/(\.\d*?)0+(?=e|$)/, "$1").replace(/\.(?=e|$)/, "");
}
