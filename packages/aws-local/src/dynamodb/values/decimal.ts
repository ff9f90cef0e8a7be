/** A decimal number: 0.DIGITS times 10 to the power of (exponent + 1), without zeros around the digits. Zero has none. */
export interface Decimal {
  readonly negative: boolean;
  readonly digits: string;
  /** Of the first digit: 0 for 1 to 9, -1 for 0.1. */
  readonly exponent: number;
}

export const largestExponent = 125;
export const smallestExponent = -130;
const mostDigits = 38;
const zero: Decimal = { negative: false, digits: "", exponent: 0 };
const pattern = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,9}))?$/;

/** Null for what is not a number. */
export function parseDecimal(text: string): Decimal | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, sign, whole = "", fraction = "", power = "0"] = match;
  if (whole === "" && fraction === "") return null;
  const all = whole + fraction;
  const first = all.search(/[1-9]/);
  if (first < 0) return zero;
  return {
    negative: sign === "-",
    digits: all.slice(first).replace(/0+$/, ""),
    exponent: whole.length - 1 - first + Number(power),
  };
}

/** Of a number that was checked on its way in. */
export function decimalOf(text: string): Decimal {
  const decimal = parseDecimal(text);
  if (!decimal) throw new TypeError("A stored number is none.");
  return decimal;
}

/** In words what DynamoDB has against the number; null: nothing. */
export function decimalObjection({ digits, exponent }: Decimal): string | null {
  if (digits === "") return null;
  if (exponent > largestExponent)
    return "Number overflow. Attempting to store a number with magnitude larger than supported range";
  if (exponent < smallestExponent)
    return "Number underflow. Attempting to store a number with magnitude smaller than supported range";
  return digits.length > mostDigits
    ? "Attempting to store more than 38 significant digits in a Number"
    : null;
}

/** Without exponent and superfluous zeros. */
export function formatDecimal({ negative, digits, exponent }: Decimal): string {
  if (digits === "") return "0";
  const sign = negative ? "-" : "";
  if (exponent < 0) return `${sign}0.${"0".repeat(-exponent - 1)}${digits}`;
  const whole = digits.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  const fraction = digits.slice(exponent + 1);
  return fraction === "" ? sign + whole : `${sign}${whole}.${fraction}`;
}

export function compareDecimals(a: Decimal, b: Decimal): number {
  const signs = signOf(a) - signOf(b);
  if (signs !== 0 || a.digits === "") return Math.sign(signs);
  const direction = a.negative ? -1 : 1;
  if (a.exponent !== b.exponent) return a.exponent < b.exponent ? -direction : direction;
  return a.digits === b.digits ? 0 : a.digits < b.digits ? -direction : direction;
}

const signOf = ({ negative, digits }: Decimal): number => (digits === "" ? 0 : negative ? -1 : 1);

export function addDecimals(a: Decimal, b: Decimal): Decimal {
  const place = Math.min(lastPlace(a), lastPlace(b));
  return fromScaled(scaled(a, place) + scaled(b, place), place);
}

export const negated = (decimal: Decimal): Decimal =>
  decimal.digits === "" ? decimal : { ...decimal, negative: !decimal.negative };

const lastPlace = ({ digits, exponent }: Decimal): number => exponent - Math.max(digits.length - 1, 0);

function scaled(decimal: Decimal, place: number): bigint {
  const zeros = "0".repeat(lastPlace(decimal) - place);
  const size = BigInt(decimal.digits === "" ? "0" : decimal.digits + zeros);
  return decimal.negative ? -size : size;
}

function fromScaled(value: bigint, place: number): Decimal {
  const text = (value < 0n ? -value : value).toString();
  if (text === "0") return zero;
  return { negative: value < 0n, digits: text.replace(/0+$/, ""), exponent: text.length - 1 + place };
}
