import { type Command, Option } from "commander";
import * as z from "zod";
import { type OptionRows, optionsIn, requestOf } from "#shared/rules/job-options.ts";
import { boundedBy, jsonBy, someText } from "./option-values.ts";

/** What reads an option's text; an option that may be given again is told what it came to before. */
type Reader = (text: string, before?: never) => unknown;

/** The options that set a request's fields. A value is read as its schema has it, unless a reader of that path is given. */
export function optionsOf<Schema extends z.ZodObject>(
  schema: Schema,
  rows: OptionRows,
  readers: Readonly<Record<string, Reader>> = {},
) {
  const options = optionsIn(rows).map(({ path, group, flag, help }) => {
    const option = new Option(flag, help).helpGroup(group);
    return { path, option: readBy(option, readers[path] ?? fieldAt(schema, path)) };
  });
  return {
    addTo: (command: Command): Command => options.reduce((all, { option }) => all.addOption(option), command),
    /** What was given, and nothing of what was left out. */
    read: (given: object): Partial<z.input<Schema>> => {
      const values = new Map(Object.entries(given));
      const named = options.map(({ path, option }) => [path, values.get(option.attributeName())] as const);
      return requestOf(named.filter(([, value]) => value !== undefined)) as Partial<z.input<Schema>>;
    },
  };
}

function readBy(option: Option, by: Reader | z.core.$ZodType): Option {
  if (typeof by === "function")
    return option.argParser<unknown>(by as (text: string, before: unknown) => unknown);
  if (option.isBoolean()) return option;
  if (by instanceof z.ZodEnum) return option.choices(by.options.map(String));
  if (by instanceof z.ZodNumber) return option.argParser(boundedBy(by));
  return option.argParser(option.flags.endsWith("<json>") ? jsonBy(by as z.ZodType) : someText);
}

const bare = (schema: z.core.$ZodType): z.core.$ZodType =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault
    ? bare(schema.unwrap())
    : schema;

/** Without what stands for its absence. */
function fieldAt(schema: z.ZodObject, path: string): z.core.$ZodType {
  return path.split(".").reduce<z.core.$ZodType>((whole, name) => {
    const field = whole instanceof z.ZodObject ? whole.shape[name] : undefined;
    if (field === undefined) throw new Error(`There is no field ${path}.`);
    return bare(field);
  }, schema);
}
