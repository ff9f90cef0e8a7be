import { type AttributeValue, type Item, typeOf } from "./attribute-value.ts";
import { decimalOf } from "./decimal.ts";

export const largestItemBytes = 400 * 1024;

/** Items are never changed, and one is measured at its check, when it is stored and when its capacity is reported. */
const measured = new WeakMap<Item, number>();

/** As DynamoDB counts: the UTF-8 bytes of names and values. */
export function itemBytes(item: Item): number {
  const known = measured.get(item);
  if (known !== undefined) return known;
  let bytes = 0;
  for (const name of Object.keys(item)) {
    const value = item[name];
    if (value !== undefined) bytes += nameBytes(name) + valueBytes(value);
  }
  measured.set(item, bytes);
  return bytes;
}

/** The same few names and numbers stand in every item. */
const mostRemembered = 10_000;
const remembered = (sizeOfText: (text: string) => number): ((text: string) => number) => {
  const sizes = new Map<string, number>();
  return (text) => {
    const known = sizes.get(text);
    if (known !== undefined) return known;
    if (sizes.size >= mostRemembered) sizes.clear();
    const size = sizeOfText(text);
    sizes.set(text, size);
    return size;
  };
};

const nameBytes = remembered((name) => Buffer.byteLength(name));

const collectionBytes = 3;
const elementBytes = 1;

export function valueBytes(value: AttributeValue): number {
  if ("S" in value) return Buffer.byteLength(value.S);
  if ("N" in value) return numberSize(value.N);
  if ("B" in value) return Buffer.byteLength(value.B, "base64");
  if ("SS" in value) return sum(value.SS, Buffer.byteLength);
  if ("NS" in value) return sum(value.NS, numberSize);
  if ("BS" in value) return sum(value.BS, (member) => Buffer.byteLength(member, "base64"));
  if ("L" in value) return collectionBytes + sum(value.L, (element) => elementBytes + valueBytes(element));
  if ("M" in value) return collectionBytes + elementBytes * Object.keys(value.M).length + itemBytes(value.M);
  return 1;
}

/** One byte for each two digits, one for the exponent, one for a minus. */
const numberSize = remembered((text) => {
  const { negative, digits, exponent } = decimalOf(text);
  if (digits === "") return 1;
  const half = digits.length % 2 === 1 || exponent % 2 !== 0 ? 0 : 1;
  return 1 + Math.ceil(digits.length / 2) + half + (negative ? 1 : 0);
});

const sum = <Member>(members: readonly Member[], bytesOf: (member: Member) => number): number =>
  members.reduce((total, member) => total + bytesOf(member), 0);

/** What `size()` answers: characters are counted as bytes of binary, elements of a collection; undefined: has no size. */
export function sizeOf(value: AttributeValue): number | undefined {
  if ("S" in value) return Buffer.byteLength(value.S);
  if ("B" in value) return Buffer.byteLength(value.B, "base64");
  if ("L" in value) return value.L.length;
  if ("M" in value) return Object.keys(value.M).length;
  const type = typeOf(value);
  if (type === "SS" || type === "NS" || type === "BS") return membersOf(value).length;
  return undefined;
}

/** Of a set; empty for anything else. */
export function membersOf(value: AttributeValue): readonly string[] {
  if ("SS" in value) return value.SS;
  if ("NS" in value) return value.NS;
  return "BS" in value ? value.BS : [];
}
