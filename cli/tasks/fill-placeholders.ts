/** `{{secret:shop}}` is none of these: a name has no colon. */
const placeholder = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,39}(?:\.[A-Za-z][A-Za-z0-9_]{0,39})?)\s*\}\}/g;

export interface Filled {
  readonly value: unknown;
  /** Placeholders that nothing stands for, and where. */
  readonly unknown: readonly { readonly path: readonly (string | number)[]; readonly name: string }[];
}

/**
 * Every text within `value` with the parameters' values in the place of `{{name}}`, in one pass: a value that holds braces stays as
 * it is. A script has parameters of its own, so that what lies under a key `script` is left alone.
 */
export function fillPlaceholders(value: unknown, values: ReadonlyMap<string, string>): Filled {
  const unknown: Filled["unknown"][number][] = [];
  const filled = (part: unknown, path: readonly (string | number)[]): unknown => {
    if (typeof part === "string")
      return part.replace(placeholder, (whole, name: string) => {
        const known = values.get(name);
        if (known === undefined) unknown.push({ path, name });
        return known ?? whole;
      });
    if (Array.isArray(part)) return part.map((item, index) => filled(item, [...path, index]));
    if (typeof part !== "object" || part === null) return part;
    return Object.fromEntries(
      Object.entries(part).map(([key, field]) => [
        key,
        key === "script" ? field : filled(field, [...path, key]),
      ]),
    );
  };
  return { value: filled(value, []), unknown };
}
