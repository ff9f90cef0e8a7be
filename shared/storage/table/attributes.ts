/** What an item holds under one name. The zod schema checks the values; this says what expressions and keys need. */
export interface AttributeRule {
  readonly type: "any" | "string" | "number" | "map";
  readonly required?: boolean;
  /** Its name in the table, where that is another one. */
  readonly field?: string;
  /** How a number is in a key, so that keys sort as numbers do. */
  readonly padding?: { readonly length: number; readonly char: string };
  /** Nobody reads it but DynamoDB. */
  readonly hidden?: boolean;
  /** Its value in an item that is put, from the item's others. */
  readonly whenPut?: (values: Readonly<Record<string, unknown>>) => unknown;
  /** What a map holds: expressions may name each. */
  readonly properties?: AttributeRules;
}

export interface AttributeRules {
  readonly [name: string]: AttributeRule;
}

const namesOf = Symbol("names");

/** Where a value lies in an item, from the top. */
export interface AttributePath {
  readonly [namesOf]: readonly string[];
}

export type AttributePaths<Rules> = {
  readonly [Name in keyof Rules]: AttributePath &
    (Rules[Name] extends { readonly properties: infer Inner } ? AttributePaths<Inner> : unknown);
};

export const pathNames = (path: AttributePath): readonly string[] => path[namesOf];

/** The paths of an entity, to be named in its expressions: `job.usage.calls`. */
export function attributePaths<Rules extends AttributeRules>(rules: Rules): AttributePaths<Rules> {
  return pathsUnder(rules, []) as unknown as AttributePaths<Rules>;
}

function pathsUnder(rules: AttributeRules, above: readonly string[]): Record<string, AttributePath> {
  return Object.fromEntries(
    Object.entries(rules).map(([name, { field = name, properties = {} }]) => {
      const names = [...above, field];
      return [name, { ...pathsUnder(properties, names), [namesOf]: names }];
    }),
  );
}
