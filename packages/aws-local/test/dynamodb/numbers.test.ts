import fc from "fast-check";
import { expect, it } from "vitest";
import {
  addDecimals,
  compareDecimals,
  decimalObjection,
  formatDecimal,
  negated,
  parseDecimal,
} from "../../src/dynamodb/values/decimal.ts";
import { partitionKeyBytes, sortKeyBytes } from "../../src/dynamodb/values/key-encoding.ts";

/** Numbers as DynamoDB takes them: up to 38 digits, 1e-130 to 9.99e125. */
const number = fc
  .record({
    sign: fc.constantFrom("", "-"),
    digits: fc.stringMatching(/^[1-9][0-9]{0,37}$/),
    exponent: fc.integer({ min: -130, max: 88 }),
  })
  .map(({ sign, digits, exponent }) => `${sign}${digits.charAt(0)}.${digits.slice(1)}0e${exponent}`);
const numberOrZero = fc.oneof({ weight: 9, arbitrary: number }, fc.constantFrom("0", "-0", "0.000", "0e99"));

/** The same number in units of 1e-170, as an integer. */
function scaled(text: string): bigint {
  const [mantissa = "", exponent = "0"] = text.split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt(whole + fraction) * 10n ** BigInt(170 - fraction.length + Number(exponent));
}

const decimal = (text: string) => {
  const parsed = parseDecimal(text);
  if (!parsed) throw new Error(`${text} is no number`);
  return parsed;
};
const signOf = (value: bigint): number => (value < 0n ? -1 : value > 0n ? 1 : 0);

it("keeps every number exactly", () => {
  fc.assert(
    fc.property(numberOrZero, (text) => {
      const kept = formatDecimal(decimal(text));
      expect(kept).toMatch(/^(0|-?([1-9]\d*(\.\d*[1-9])?|0\.\d*[1-9]))$/);
      expect(scaled(kept)).toBe(scaled(text));
      expect(decimalObjection(decimal(text))).toBeNull();
    }),
  );
});

it("adds, subtracts and compares as integers of any size do", () => {
  fc.assert(
    fc.property(numberOrZero, numberOrZero, (a, b) => {
      expect(scaled(formatDecimal(addDecimals(decimal(a), decimal(b))))).toBe(scaled(a) + scaled(b));
      expect(scaled(formatDecimal(addDecimals(decimal(a), negated(decimal(b)))))).toBe(scaled(a) - scaled(b));
      expect(Math.sign(compareDecimals(decimal(a), decimal(b)))).toBe(signOf(scaled(a) - scaled(b)));
    }),
  );
});

it("orders the keys of numbers as the numbers, and gives equal ones the same key", () => {
  fc.assert(
    fc.property(numberOrZero, numberOrZero, (a, b) => {
      const keys = [a, b].map((text) => sortKeyBytes({ N: formatDecimal(decimal(text)) }));
      expect(Buffer.compare(keys[0] ?? Buffer.of(), keys[1] ?? Buffer.of())).toBe(
        signOf(scaled(a) - scaled(b)),
      );
    }),
  );
});

it("orders numbers that share their first digits", () => {
  const ordered = [
    "-15",
    "-10.5",
    "-10",
    "-9.99",
    "-1",
    "-0.5",
    "-0.05",
    "0",
    "0.05",
    "0.5",
    "1",
    "1.5",
    "10",
    "15",
  ];
  const keys = ordered.map((N) => sortKeyBytes({ N }));
  expect(keys.toSorted(Buffer.compare)).toEqual(keys);
});

it("orders the keys of texts by their code points, which UTF-16 does not", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }), (a, b) => {
      const points = [a, b].map((text) => [...text].map((character) => character.codePointAt(0) ?? 0));
      const order = comparePoints(points[0] ?? [], points[1] ?? []);
      expect(Buffer.compare(sortKeyBytes({ S: a }), sortKeyBytes({ S: b }))).toBe(order);
    }),
  );
});

function comparePoints(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) {
    if (a[at] !== b[at]) return (a[at] ?? 0) < (b[at] ?? 0) ? -1 : 1;
  }
  return Math.sign(a.length - b.length);
}

it("gives partitions with equal keys one place, and others others", () => {
  fc.assert(
    fc.property(fc.string(), fc.string(), (a, b) => {
      expect(partitionKeyBytes({ S: a }).equals(partitionKeyBytes({ S: b }))).toBe(a === b);
    }),
  );
});

it.each(["", ".", "-", "1e", "e5", "NaN", "Infinity", " 1", "1 ", "0x1", "1_000", "--1", "1.2.3", "dog"])(
  "takes '%s' for no number",
  (text) => {
    expect(parseDecimal(text)).toBeNull();
  },
);

it.each([
  ["1e126", "overflow"],
  ["-11e125", "overflow"],
  ["1e-131", "underflow"],
  ["0.9e-130", "underflow"],
  ["1.00000000000000000000000000000000000001e5", "38 significant digits"],
])("refuses %s for its %s", (text, words) => {
  expect(decimalObjection(decimal(text))).toContain(words);
});
