import type { ContentRow } from "../../system/device.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";

type Value = string | number | null;
type Verb = (options: ContentOptions, context: CommandContext) => Promise<void>;

interface ContentOptions {
  uri: string;
  projection?: string[];
  where?: string;
  sort?: string;
  readonly values: Record<string, Value>;
}

const usage = "usage: adb shell content [subcommand] [options]\n";

/**
 * `content query|insert|update|delete`, Android 14. As there, every failure is text on stderr and the exit code stays 0
 * (com.android.commands.content.Content catches all).
 */
export const content: ShellCommand = async (context) => {
  const [name, ...args] = context.args;
  const verb = name === undefined ? undefined : verbs.get(name);
  if (verb === undefined) {
    context.stderr.write(name === undefined ? usage : `[ERROR] Unsupported operation: ${name}\n${usage}`);
    return 0;
  }
  const options = readOptions(args);
  if (typeof options === "string") {
    context.stderr.write(`[ERROR] ${options}\n${usage}`);
    return 0;
  }
  try {
    await verb(options, context);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const message = error instanceof Error ? error.message : String(error);
    const provider = /^content:\/\/([^/]*)/.exec(options.uri)?.[1] ?? "null";
    const exception = /^[\w.]+Exception: /.test(message)
      ? message
      : `java.lang.${message.startsWith("Could not find provider") ? "IllegalStateException" : "IllegalArgumentException"}: ${message}`;
    context.stderr.write(`Error while accessing provider:${provider}\n${exception}\n`);
  }
  return 0;
};

const query: Verb = async ({ uri, projection, where, sort }, { device, stdout }) => {
  const rows = await device.content.query(uri, {
    ...(projection === undefined ? {} : { projection }),
    ...(where === undefined ? {} : { where }),
    ...(sort === undefined ? {} : { sort }),
  });
  stdout.write(
    rows.length === 0 ? "No result found.\n" : rows.map((row, index) => rowLine(row, index)).join(""),
  );
};

const rowLine = (row: ContentRow, index: number): string =>
  `Row: ${index} ${Object.entries(row)
    .map(([column, value]) => `${column}=${value ?? "NULL"}`)
    .join(", ")}\n`;

const insert: Verb = async ({ uri, values }, { device }) => device.content.insert(uri, values);

const remove: Verb = async ({ uri, where }, { device }) => {
  await device.content.delete(uri, where);
};

const update: Verb = async ({ uri, values, where }, { device }) => {
  await device.content.update(uri, values, where);
};

const unsupportedVerb =
  (name: string): Verb =>
  async () => {
    throw new Error(
      `java.lang.UnsupportedOperationException: ${name} is not supported by this virtual phone`,
    );
  };

const verbs: ReadonlyMap<string, Verb> = new Map(
  Object.entries({
    query,
    insert,
    delete: remove,
    update,
    call: unsupportedVerb("call"),
    read: unsupportedVerb("read"),
    write: unsupportedVerb("write"),
    gettype: unsupportedVerb("gettype"),
  }),
);

/** The options, or what is wrong with them. */
function readOptions(args: readonly string[]): ContentOptions | string {
  const options: ContentOptions = { uri: "", values: {} };
  for (let index = 0; index < args.length; index += 2) {
    const [name = "", value] = [args[index], args[index + 1]];
    if (value === undefined) return `Argument for ${name} not found`;
    if (name === "--uri") options.uri = value;
    else if (name === "--projection") options.projection = value.split(":");
    else if (name === "--where") options.where = value;
    else if (name === "--sort") options.sort = value;
    else if (name === "--bind") {
      const bound = readBinding(value);
      if (typeof bound === "string") return bound;
      options.values[bound.column] = bound.value;
    } else if (name !== "--user" && name !== "--extra") return `Unsupported argument: ${name}`;
  }
  return options.uri === "" ? "Content provider URI not specified. Did you specify --uri argument?" : options;
}

/** `column:type:value`; the type is one of b s i l f d n. */
function readBinding(text: string): { readonly column: string; readonly value: Value } | string {
  const [, column, type, value] = /^([^:]+):([^:]*):(.*)$/s.exec(text) ?? [];
  if (column === undefined || value === undefined) return `Binding not well formed: ${text}`;
  switch (type) {
    case "s":
      return { column, value };
    case "b":
      return { column, value: value === "true" ? 1 : 0 };
    case "n":
      return { column, value: null };
    case "i":
    case "l":
    case "f":
    case "d":
      return Number.isNaN(Number(value)) ? `For input string: "${value}"` : { column, value: Number(value) };
    default:
      return `Unsupported type: ${type}`;
  }
}
