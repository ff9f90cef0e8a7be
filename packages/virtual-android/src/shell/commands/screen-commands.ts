import { deviceOutput } from "../language/open-redirections.ts";
import { pixelsOf } from "../pixels-of.ts";
import { absolutePath, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { builtInDisplayId } from "./dump/dump-display.ts";

const defaultDumpPath = "/sdcard/window_dump.xml";

/** `uiautomator dump`, Android 14. Its failures are text on stderr with exit code 0, and leave an older file as it is. */
export const uiautomator: ShellCommand = async (context) => {
  const { args, device, stdout, stderr, surroundings } = context;
  if (args[0] !== "dump") {
    if (args[0] === "runtest" || args[0] === "events")
      throw new CommandFailure(`ERROR: uiautomator ${args[0]} is not supported by this virtual phone`, 1);
    stderr.write(
      "Usage: uiautomator <subcommand> [options]\n\nAvailable subcommands:\n\nhelp: displays help message\n\ndump: creates an XML dump of current UI hierarchy\n",
    );
    return 1;
  }
  const path = args.slice(1).find((argument) => !argument.startsWith("--")) ?? defaultDumpPath;
  const dump = await (args.includes("--windows") ? device.dumpWindows() : device.dumpHierarchy());
  if (!dump.ok) {
    stderr.write(`ERROR: ${dump.error}.\n`);
    return 0;
  }
  const file = absolutePath(context, path);
  const standing = deviceOutput(file, context);
  if (standing === null) surroundings.files.write(file, Buffer.from(dump.xml));
  else standing.write(dump.xml);
  // The spelling is Android's.
  stdout.write(`UI hierchary dumped to: ${path}\n`);
  return 0;
};

/** `screencap [-p] [-d display-id] [file]`: PNG with `-p` or a `.png` file, else a header and RGBA pixels. */
export const screencap: ShellCommand = async (context) => {
  const { device, stdout, surroundings } = context;
  const args = [...context.args];
  let isPng = false;
  for (let option = args[0]; option?.startsWith("-") === true; option = args[0]) {
    args.shift();
    if (option === "-p") isPng = true;
    else if (option === "-d") mustBeDisplay(args.shift());
    else
      throw new CommandFailure(
        `screencap: invalid option -- ${option.slice(1)}\nusage: screencap [-hp] [-d display-id] [FILENAME]`,
      );
  }
  const [path] = args;
  const png = await device.screencap();
  const picture = isPng || path?.endsWith(".png") === true ? png : await rawPixels(png);
  if (path !== undefined) surroundings.files.write(absolutePath(context, path), picture);
  else {
    stdout.write(picture);
    await stdout.drained();
  }
  return 0;
};

function mustBeDisplay(id: string | undefined): void {
  if (id === builtInDisplayId || id === "0") return;
  throw new CommandFailure(`Display Id '${id ?? ""}' is not valid.`);
}

const rgba8888 = 1;
const sRgb = 1;

async function rawPixels(png: Buffer): Promise<Buffer> {
  const { width, height, data } = await pixelsOf(png);
  const header = Buffer.alloc(16);
  for (const [index, value] of [width, height, rgba8888, sRgb].entries())
    header.writeUInt32LE(value, index * 4);
  return Buffer.concat([header, data]);
}
