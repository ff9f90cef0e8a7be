/** As on the wire, numbers in canonical form: each value has exactly one of these fields. */
export type AttributeValue =
  | { readonly S: string }
  | { readonly N: string }
  | { readonly B: string }
  | { readonly BOOL: boolean }
  | { readonly NULL: true }
  | { readonly SS: readonly string[] }
  | { readonly NS: readonly string[] }
  | { readonly BS: readonly string[] }
  | { readonly L: readonly AttributeValue[] }
  | { readonly M: Item };

/** Read attributes with `attributeOf`: a name may be `toString` or `__proto__`. */
export type Item = { readonly [name: string]: AttributeValue };

export const attributeTypes = ["S", "N", "B", "BOOL", "NULL", "SS", "NS", "BS", "L", "M"] as const;
export type AttributeType = (typeof attributeTypes)[number];

const known: ReadonlySet<string> = new Set(attributeTypes);
export const isAttributeType = (name: string): name is AttributeType => known.has(name);

export function typeOf(value: AttributeValue): AttributeType {
  for (const type in value) if (isAttributeType(type)) return type;
  throw new TypeError("An attribute value has no type.");
}

export const attributeOf = (item: Item, name: string): AttributeValue | undefined =>
  Object.hasOwn(item, name) ? item[name] : undefined;

/** A computed name makes its own property, also when it is `__proto__`. */
export const withAttribute = (item: Item, name: string, value: AttributeValue): Item => ({
  ...item,
  [name]: value,
});

/** Into a copy that nobody has yet: assigned, `__proto__` would be no attribute. */
export function setAttribute(
  copy: Record<string, AttributeValue>,
  name: string,
  value: AttributeValue,
): void {
  if (name === "__proto__")
    Object.defineProperty(copy, name, { value, configurable: true, enumerable: true, writable: true });
  else copy[name] = value;
}

export function withoutAttribute(item: Item, name: string): Item {
  const copy: Record<string, AttributeValue> = { ...item };
  delete copy[name];
  return copy;
}

export const pickAttributes = (item: Item, names: Iterable<string>): Item => {
  let picked: Item = {};
  for (const name of names) {
    const value = attributeOf(item, name);
    if (value !== undefined) picked = withAttribute(picked, name, value);
  }
  return picked;
};
