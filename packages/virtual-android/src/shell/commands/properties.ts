import { CommandFailure, type ShellCommand } from "../shell-session.ts";

export const getprop: ShellCommand = ({ args, device, stdout }) => {
  const [name, fallback = ""] = args;
  if (name?.startsWith("-") === true)
    throw new CommandFailure(`getprop: Unknown option '${name.replace(/^--?/, "")}' (see "getprop --help")`);
  const properties = device.properties();
  if (name === undefined) {
    const lines = [...properties]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, value]) => `[${key}]: [${value}]\n`);
    stdout.write(lines.join(""));
    return 0;
  }
  if (args.length > 2) throw new CommandFailure('getprop: Max 2 arguments (see "getprop --help")');
  stdout.write(`${properties.get(name) || fallback}\n`);
  return 0;
};

const longestValue = 91;

/** `setprop NAME VALUE`: read-only names and long values fail as property_service lets them. */
export const setprop: ShellCommand = ({ args, device }) => {
  const [name, value] = args;
  if (name === undefined || value === undefined || args.length > 2) {
    throw new CommandFailure('setprop: Needs 2 arguments (see "setprop --help")');
  }
  if (
    !/^[A-Za-z0-9@:_.-]+$/.test(name) ||
    name.startsWith("ro.") ||
    Buffer.byteLength(value) > longestValue
  ) {
    throw new CommandFailure(`Failed to set property '${name}' to '${value}'.\nSee dmesg for error reason.`);
  }
  device.setProperty(name, value);
  return 0;
};
