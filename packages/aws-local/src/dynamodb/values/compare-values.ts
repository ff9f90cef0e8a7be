import { type AttributeValue, attributeOf, typeOf } from "./attribute-value.ts";
import { compareDecimals, decimalOf } from "./decimal.ts";
import { membersOf } from "./item-size.ts";

export function equalValues(a: AttributeValue, b: AttributeValue): boolean {
  const type = typeOf(a);
  if (type !== typeOf(b)) return false;
  if ("L" in a && "L" in b)
    return a.L.length === b.L.length && a.L.every((element, index) => equalAt(element, b.L[index]));
  if ("M" in a && "M" in b) {
    const names = Object.keys(a.M);
    return (
      names.length === Object.keys(b.M).length &&
      names.every((name) => equalAt(attributeOf(a.M, name), attributeOf(b.M, name)))
    );
  }
  const members = new Set(membersOf(a));
  if (members.size > 0) {
    const others = membersOf(b);
    return others.length === members.size && others.every((member) => members.has(member));
  }
  return contentOf(a) === contentOf(b);
}

const equalAt = (a: AttributeValue | undefined, b: AttributeValue | undefined): boolean =>
  a !== undefined && b !== undefined && equalValues(a, b);

const contentOf = (value: AttributeValue): unknown => Object.values(value)[0];

/** Less than, equal to or greater than zero; null for values that have no order between them. */
export function compareValues(a: AttributeValue, b: AttributeValue): number | null {
  if ("N" in a && "N" in b) return compareDecimals(decimalOf(a.N), decimalOf(b.N));
  if ("S" in a && "S" in b) return Buffer.compare(Buffer.from(a.S), Buffer.from(b.S));
  if ("B" in a && "B" in b) return Buffer.compare(Buffer.from(a.B, "base64"), Buffer.from(b.B, "base64"));
  return null;
}

export function beginsWith(value: AttributeValue, prefix: AttributeValue): boolean {
  if ("S" in value && "S" in prefix) return value.S.startsWith(prefix.S);
  if (!("B" in value && "B" in prefix)) return false;
  const start = Buffer.from(prefix.B, "base64");
  return Buffer.from(value.B, "base64").subarray(0, start.length).equals(start);
}

export function containsValue(value: AttributeValue, sought: AttributeValue): boolean {
  if ("S" in value) return "S" in sought && value.S.includes(sought.S);
  if ("B" in value)
    return "B" in sought && Buffer.from(value.B, "base64").includes(Buffer.from(sought.B, "base64"));
  if ("L" in value) return value.L.some((element) => equalValues(element, sought));
  if ("SS" in value) return "S" in sought && value.SS.includes(sought.S);
  if ("NS" in value) return "N" in sought && value.NS.includes(sought.N);
  return "BS" in value && "B" in sought && value.BS.includes(sought.B);
}
