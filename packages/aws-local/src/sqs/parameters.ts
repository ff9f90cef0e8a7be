import { invalidQueueParameter, invalidValue, missingParameter, notReadable } from "./service-error.ts";

/** Reads one parameter, whose name is `name`. */
export type ParameterReader<Value> = (value: unknown, name: string) => Value;
type Readers = Readonly<Record<string, ParameterReader<unknown>>>;
type Values<Shape extends Readers> = { readonly [Name in keyof Shape]: ReturnType<Shape[Name]> };

/** The parameters of a request or of an entry of a batch. What is not named here is refused: what is taken has its effect. */
export const queueParameters =
  <Required extends Readers, Optional extends Readers>(
    required: Required,
    optional: Optional,
  ): ParameterReader<Values<Required> & Partial<Values<Optional>>> =>
  (value) => {
    if (!isMap(value)) throw notReadable("Unexpected field type");
    const read: Record<string, unknown> = {};
    for (const name of Object.keys(value)) {
      const given = value[name];
      if (given === null || given === undefined) continue;
      const reader = own(required, name) ?? own(optional, name);
      if (reader === undefined)
        throw invalidQueueParameter(`The local SQS does not take the parameter ${name}.`);
      read[name] = reader(given, name);
    }
    for (const name of Object.keys(required)) if (read[name] === undefined) throw missingParameter(name);
    return read as Values<Required> & Partial<Values<Optional>>;
  };

const own = (readers: Readers, name: string): ParameterReader<unknown> | undefined =>
  Object.hasOwn(readers, name) ? readers[name] : undefined;

export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const textParameter: ParameterReader<string> = (value, name) => {
  if (typeof value !== "string") throw notReadable(`${name} is no text.`);
  return value;
};

export const integerParameter =
  (least: number, most: number): ParameterReader<number> =>
  (value, name) => {
    if (typeof value !== "number") throw notReadable(`${name} is no number.`);
    if (Number.isSafeInteger(value) && value >= least && value <= most) return value;
    throw invalidValue(value, name, `Must be between ${least} and ${most}, if provided.`);
  };

export const textParameters: ParameterReader<readonly string[]> = (value, name) => {
  if (!Array.isArray(value)) throw notReadable(`${name} is no list.`);
  return value.map((one) => textParameter(one, name));
};

export const list: ParameterReader<readonly unknown[]> = (value, name) => {
  if (!Array.isArray(value)) throw notReadable(`${name} is no list.`);
  return value;
};

export const textMapParameter: ParameterReader<Readonly<Record<string, string>>> = (value, name) => {
  if (!isMap(value)) throw notReadable(`${name} is no map.`);
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textParameter(one, key)]));
};

/** As SQS takes it: punctuation, no blanks. */
export const messageGroup: ParameterReader<string> = (value, name) => {
  const group = textParameter(value, name);
  if (/^[\x21-\x7e]{1,128}$/.test(group)) return group;
  throw invalidValue(
    group,
    name,
    "MessageGroupId can only include alphanumeric and punctuation characters. 1 to 128 in length.",
  );
};
