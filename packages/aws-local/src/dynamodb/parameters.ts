import { serializationError, validationError } from "./service-error.ts";
import type { Item } from "./values/attribute-value.ts";
import { cannotConvert, isRecord, readItem } from "./values/read-attribute-value.ts";

/** Reads one parameter; `at` is where it stands, in the service's spelling (`tableName`). */
export type Reader<Value> = (value: unknown, at: string) => Value;
type Readers = Readonly<Record<string, Reader<unknown>>>;
type Values<Shape extends Readers> = { readonly [Name in keyof Shape]: ReturnType<Shape[Name]> };

/** The parameters of a request or of a part of it. What is not named here is refused: what is taken has its effect. */
export const parameters =
  <Required extends Readers, Optional extends Readers>(shape: {
    readonly required: Required;
    readonly optional?: Optional;
  }): Reader<Values<Required> & Partial<Values<Optional>>> =>
  (value, at) => {
    if (!isRecord(value)) throw serializationError("Unexpected field type");
    const read: Record<string, unknown> = {};
    const optional: Readers = shape.optional ?? {};
    for (const [name, given] of Object.entries(value)) {
      if (given === null || given === undefined) continue;
      const reader = own(shape.required, name) ?? own(optional, name);
      if (reader === undefined)
        throw validationError(
          `The local DynamoDB does not take the parameter ${at === "" ? name : `${at}.${name}`}.`,
        );
      read[name] = reader(given, place(at, name));
    }
    for (const name of Object.keys(shape.required))
      if (read[name] === undefined) throw constraint(null, place(at, name), "Member must not be null");
    return read as Values<Required> & Partial<Values<Optional>>;
  };

const own = (readers: Readers, name: string): Reader<unknown> | undefined =>
  Object.hasOwn(readers, name) ? readers[name] : undefined;

const place = (at: string, name: string): string => {
  const lowered = name.charAt(0).toLowerCase() + name.slice(1);
  return at === "" ? lowered : `${at}.${lowered}`;
};

export const constraint = (value: unknown, at: string, rule: string) => {
  const shown = value === null ? "null" : `'${typeof value === "object" ? JSON.stringify(value) : value}'`;
  return validationError(
    `1 validation error detected: Value ${shown} at '${at}' failed to satisfy constraint: ${rule}`,
  );
};

export const text: Reader<string> = (value) => {
  if (typeof value !== "string") throw cannotConvert(value, "String");
  return value;
};

export const boolean: Reader<boolean> = (value) => {
  if (typeof value !== "boolean") throw cannotConvert(value, "Boolean");
  return value;
};

export const integer =
  (least: number, most = Number.MAX_SAFE_INTEGER): Reader<number> =>
  (value, at) => {
    if (typeof value !== "number") throw cannotConvert(value, "Integer");
    const whole = Math.floor(value);
    if (whole < least)
      throw constraint(whole, at, `Member must have value greater than or equal to ${least}`);
    if (whole > most) throw constraint(whole, at, `Member must have value less than or equal to ${most}`);
    return whole;
  };

export const textOfLength =
  (least: number, most: number): Reader<string> =>
  (value, at) => {
    const read = text(value, at);
    if (read.length < least)
      throw constraint(read, at, `Member must have length greater than or equal to ${least}`);
    if (read.length > most)
      throw constraint(read, at, `Member must have length less than or equal to ${most}`);
    return read;
  };

/** Of a table or index. */
export const resourceName: Reader<string> = (value, at) => {
  const name = textOfLength(3, 255)(value, at);
  if (!/^[a-zA-Z0-9_.-]+$/.test(name))
    throw constraint(name, at, "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+");
  return name;
};

export const oneOf =
  <const Choice extends string>(...choices: readonly Choice[]): Reader<Choice> =>
  (value, at) => {
    const read = text(value, at);
    const choice = choices.find((one) => one === read);
    if (choice === undefined)
      throw constraint(read, at, `Member must satisfy enum value set: [${choices.join(", ")}]`);
    return choice;
  };

export const listOf =
  <Element>(element: Reader<Element>, least: number, most: number): Reader<readonly Element[]> =>
  (value, at) => {
    if (!Array.isArray(value)) throw serializationError("Unexpected field type");
    if (value.length < least)
      throw constraint(value, at, `Member must have length greater than or equal to ${least}`);
    if (value.length > most)
      throw constraint(value, at, `Member must have length less than or equal to ${most}`);
    return value.map((one, index) => element(one, `${at}.${index + 1}.member`));
  };

export const mapOf =
  <Element>(element: Reader<Element>): Reader<ReadonlyMap<string, Element>> =>
  (value, at) => {
    if (!isRecord(value)) throw serializationError("Unexpected field type");
    const entries = Object.entries(value);
    if (entries.length === 0)
      throw constraint(value, at, "Member must have length greater than or equal to 1");
    return new Map(entries.map(([name, one]) => [name, element(one, `${at}.${name}.member`)]));
  };

export const attributes: Reader<Item> = (value) => readItem(value);

/** Parameters that many operations share. */
export const capacity = oneOf("INDEXES", "TOTAL", "NONE");
/** Sizes of item collections are not counted here, so no wrong one is reported. */
export const noMetrics: Reader<"NONE"> = (value, at) => {
  const choice = oneOf("SIZE", "NONE")(value, at);
  if (choice === "SIZE")
    throw validationError("The local DynamoDB does not take SIZE as ReturnItemCollectionMetrics.");
  return choice;
};
