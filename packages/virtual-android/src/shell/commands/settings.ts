import type { SettingsNamespace } from "../../system/device.ts";
import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";

const namespaces: readonly string[] = ["system", "secure", "global"];
const usage =
  "Settings provider (settings) commands:\n" +
  "  get [--user <USER_ID> | current] NAMESPACE KEY\n" +
  "  put [--user <USER_ID> | current] NAMESPACE KEY VALUE [TAG] [default]\n" +
  "  delete [--user <USER_ID> | current] NAMESPACE KEY\n" +
  "  list [--user <USER_ID> | current] NAMESPACE\n";

/** `settings get|put|delete|list`, Android 14. */
export const settings: ShellCommand = (context) => {
  const [verb, ...rest] = context.args;
  const args = withoutUser(rest);
  switch (verb) {
    case "get":
      return get(args, context);
    case "put":
      return put(args, context);
    case "delete":
      return remove(args, context);
    case "list":
      return list(args, context);
    default:
      context.stdout.write(verb === undefined ? usage : `Invalid command: ${verb}\n`);
      return 255;
  }
};

function get(args: readonly string[], { device, stdout }: CommandContext): number {
  const [namespace, key] = [namespaceOf(args), required(args[1])];
  stdout.write(`${device.settings.get(namespace, key) ?? "null"}\n`);
  return 0;
}

function put(args: readonly string[], { device }: CommandContext): number {
  device.settings.put(namespaceOf(args), required(args[1]), required(args[2]));
  return 0;
}

function remove(args: readonly string[], { device, stdout }: CommandContext): number {
  const deleted = device.settings.delete(namespaceOf(args), required(args[1]));
  stdout.write(`Deleted ${deleted ? 1 : 0} rows\n`);
  return 0;
}

function list(args: readonly string[], { device, stdout }: CommandContext): number {
  const rows = [...device.settings.list(namespaceOf(args))].sort(([a], [b]) => (a < b ? -1 : 1));
  stdout.write(rows.map(([key, value]) => `${key}=${value}\n`).join(""));
  return 0;
}

function withoutUser(args: readonly string[]): readonly string[] {
  const place = args.indexOf("--user");
  return place < 0 ? args : [...args.slice(0, place), ...args.slice(place + 2)];
}

function namespaceOf(args: readonly string[]): SettingsNamespace {
  const name = required(args[0]).toLowerCase();
  if (!namespaces.includes(name)) throw new CommandFailure(`Invalid namespace '${args[0]}'`, 255);
  return name as SettingsNamespace;
}

function required(argument: string | undefined): string {
  if (argument !== undefined) return argument;
  throw new CommandFailure("Bad arguments", 255);
}
