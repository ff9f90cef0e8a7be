import { type Command, Option } from "commander";
import * as z from "zod";
import { type OptionRows, optionsIn, requestOf } from "#shared/rules/job-options.ts";
import { boundedBy, jsonBy, someText } from "./options/option-values.ts";

/** What reads an option's text; a repeatable option gets its earlier result. */
type Reader = (text: string, before?: never) => unknown;

/** The options that set a request's fields. A value is read as its schema has it, unless a reader of that path is given. */
export function schemaOptions<Schema extends z.ZodObject>(
  schema: Schema,
  rows: OptionRows,
  readers: Readonly<Record<string, Reader>> = {},
) {
  const options = optionsIn(rows).map(({ path, group, flag, help }) => ({
    path,
    group,
    make: (words = help) => readBy(new Option(flag, words), readers[path] ?? fieldAt(schema, path)),
  }));
  return {
    addTo: (command: Command): Command =>
      options.reduce((all, { group, make }) => all.addOption(make().helpGroup(group)), command),
    /** Those of these paths, for a command that takes few; a text is its help there. */
    addSome: (command: Command, some: Readonly<Record<string, true | string>>): Command =>
      options.reduce((all, { path, make }) => {
        const help = some[path];
        return help === undefined ? all : all.addOption(make(help === true ? undefined : help));
      }, command),
    /** What was given, and nothing of what was left out. */
    read: (given: object): Partial<z.input<Schema>> => {
      const values = new Map(Object.entries(given));
      const named = options.map(({ path, make }) => [path, values.get(make().attributeName())] as const);
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
