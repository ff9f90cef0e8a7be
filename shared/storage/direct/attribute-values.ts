import { asLasting, madeOnce } from "../table/lasting-items.ts";

/** A value as DynamoDB's JSON has it, with its type. */
type AttributeValue = Readonly<Record<string, unknown>>;
type Values = Readonly<Record<string, unknown>>;

/** As the SDK's document client writes them with `removeUndefinedValues`: an item of plain JavaScript values. */
export function toAttributes(values: Values): Record<string, AttributeValue> {
  const attributes: Record<string, AttributeValue> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined) attributes[name] = toAttribute(value);
  }
  return attributes;
}

function toAttribute(value: unknown): AttributeValue {
  switch (typeof value) {
    case "string":
      return { S: value };
    case "boolean":
      return { BOOL: value };
    case "number":
      if (Number.isFinite(value)) return { N: String(value) };
      break;
    case "object":
      if (value === null) return { NULL: true };
      if (Array.isArray(value)) return { L: value.filter((each) => each !== undefined).map(toAttribute) };
      if (isPlain(value)) return { M: toAttributes(value) };
      break;
    default:
  }
  throw new TypeError(`A direct call of the table takes only JSON values, not ${String(value)}.`);
}

const isPlain = (value: object): value is Values => {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
};

/** @throws TypeError for a type that no item of Drover has: sets and bytes */
export function fromAttributes(
  attributes: Readonly<Record<string, AttributeValue>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [name, attribute] of Object.entries(attributes)) values[name] = fromAttribute(attribute);
  return values;
}

/** As `fromAttributes`, of items that stay as they are; their maps and lists often are the next item's too. */
export const fromLastingAttributes = (
  attributes: Readonly<Record<string, AttributeValue>>,
): Record<string, unknown> =>
  madeOnce(asLasting(attributes), fromLastingAttributes, () => {
    const values: Record<string, unknown> = {};
    for (const [name, attribute] of Object.entries(attributes)) values[name] = lastingValueOf(attribute);
    return values;
  });

const isCollection = (attribute: AttributeValue): boolean => "M" in attribute || "L" in attribute;

const lastingValueOf = (attribute: AttributeValue): unknown =>
  isCollection(attribute)
    ? madeOnce(asLasting(attribute), lastingValueOf, () => fromAttribute(attribute))
    : fromAttribute(attribute);

function fromAttribute(attribute: AttributeValue): unknown {
  const { S, N, BOOL, NULL, L, M } = attribute as {
    readonly S?: string;
    readonly N?: string;
    readonly BOOL?: boolean;
    readonly NULL?: boolean;
    readonly L?: readonly AttributeValue[];
    readonly M?: Readonly<Record<string, AttributeValue>>;
  };
  if (S !== undefined) return S;
  if (N !== undefined) return Number(N);
  if (M !== undefined) return fromAttributes(M);
  if (L !== undefined) return L.map(fromAttribute);
  if (BOOL !== undefined) return BOOL;
  if (NULL !== undefined) return null;
  throw new TypeError(`A direct call of the table does not support ${Object.keys(attribute).join(", ")}.`);
}
