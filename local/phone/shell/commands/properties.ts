import { CommandFailure, type ShellCommand } from "../shell-session.ts";

export const getprop: ShellCommand = ({ args, device, stdout }) => {
  const [name, fallback = ""] = args;
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
