import { readSync } from "node:fs";
import * as path from "node:path";
import { PhoneError } from "../../../system/storage/phone-error.ts";
import { deviceOutput } from "../../language/open-redirections.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { parseOptions } from "../builtins/options.ts";

/** Runs `operation` for every operand; a failure is said as `name: operand: why` and the rest continues. */
export async function forEachOperand(
  context: CommandContext,
  operands: readonly string[],
  operation: (path: string, operand: string) => void | Promise<void>,
): Promise<number> {
  let status = 0;
  for (const operand of operands) {
    try {
      await operation(absolutePath(context, operand), operand);
    } catch (error) {
      if (!(error instanceof PhoneError)) throw error;
      context.stderr.write(`${context.name}: ${operand}: ${error.message}\n`);
      status = 1;
    }
  }
  return status;
}

export function needOperands(context: CommandContext, operands: readonly string[], least: number): void {
  if (operands.length >= least) return;
  throw new CommandFailure(
    `${context.name}: Needs ${least} argument${least === 1 ? "" : "s"} (see "${context.name} --help")`,
  );
}

export const cat: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "u");
  return forEachOperand(context, operands.length === 0 ? ["-"] : operands, async (file, operand) => {
    if (operand === "-") {
      for (let chunk = await context.stdin.read(); chunk !== null; chunk = await context.stdin.read()) {
        context.stdout.write(chunk);
        await context.stdout.drained();
      }
      return;
    }
    if (deviceOutput(file, context) !== null) return;
    await copyOut(file, context);
  });
};

async function copyOut(file: string, { stdout, surroundings }: CommandContext): Promise<void> {
  const descriptor = surroundings.files.open(file, "r");
  try {
    for (;;) {
      const chunk = Buffer.alloc(64 * 1024);
      const length = readSync(descriptor, chunk);
      if (length === 0) return;
      stdout.write(chunk.subarray(0, length));
      await stdout.drained();
    }
  } finally {
    surroundings.files.close(descriptor);
  }
}

export const mkdir: ShellCommand = (context) => {
  const { flags, values, operands } = parseOptions(context, "pm:");
  needOperands(context, operands, 1);
  const mode = values.get("m");
  if (mode !== undefined && !/^[0-7]{3,4}$/.test(mode)) throw new CommandFailure(`mkdir: bad mode '${mode}'`);
  return forEachOperand(context, operands, (directory, operand) => {
    try {
      context.surroundings.files.makeDirectory(directory, flags.has("p"));
      if (mode !== undefined) context.surroundings.files.setMode(directory, Number.parseInt(mode, 8));
    } catch (error) {
      if (!(error instanceof PhoneError)) throw error;
      throw new CommandFailure(`mkdir: '${operand}': ${error.message}`);
    }
  });
};

export const rmdir: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "");
  needOperands(context, operands, 1);
  return forEachOperand(context, operands, (directory) =>
    context.surroundings.files.removeEmptyDirectory(directory),
  );
};

export const rm: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "rRf");
  const recursive = flags.has("r") || flags.has("R");
  if (!flags.has("f")) needOperands(context, operands, 1);
  return forEachOperand(context, operands, (file) => {
    const { files } = context.surroundings;
    if (flags.has("f") && files.find(file, false) === null) return;
    files.remove(file, recursive);
  });
};

export const mv: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "fn");
  needOperands(context, operands, 2);
  return forEachOperand(context, operands.slice(0, -1), (file) => {
    const target = destination(context, operands, file);
    if (flags.has("n") && context.surroundings.files.find(target) !== null) return;
    context.surroundings.files.rename(file, target);
  });
};

export const cp: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "rRafp");
  needOperands(context, operands, 2);
  const recursive = flags.has("r") || flags.has("R") || flags.has("a");
  return forEachOperand(context, operands.slice(0, -1), (file) =>
    copy(context, file, destination(context, operands, file), {
      recursive,
      keepsTimes: flags.has("p") || flags.has("a"),
    }),
  );
};

interface CopyOptions {
  readonly recursive: boolean;
  readonly keepsTimes: boolean;
}

function copy(context: CommandContext, from: string, to: string, how: CopyOptions): void {
  const { files } = context.surroundings;
  if (!files.stat(from).isDirectory()) {
    files.write(to, files.read(from));
    files.setMode(to, files.stat(from).mode);
    if (how.keepsTimes) files.setTimes(to, Math.floor(files.stat(from).mtimeMs / 1000));
    return;
  }
  if (!how.recursive) throw new CommandFailure(`cp: Skipped dir '${from}': Is a directory`);
  if (files.resolve(to).startsWith(`${files.resolve(from)}/`)) {
    throw new CommandFailure(`cp: '${from}' is inside '${to}'`);
  }
  files.makeDirectory(to, true);
  for (const name of files.list(from)) copy(context, `${from}/${name}`, `${to}/${name}`, how);
}

/** A file copied or moved to a directory keeps its name. */
function destination(context: CommandContext, operands: readonly string[], file: string): string {
  const target = absolutePath(context, operands[operands.length - 1] ?? "");
  const isDirectory = context.surroundings.files.find(target)?.isDirectory() === true;
  return isDirectory ? `${target}/${path.posix.basename(file)}` : target;
}

export const touch: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "cm");
  needOperands(context, operands, 1);
  return forEachOperand(context, operands, (file) => {
    const { files } = context.surroundings;
    if (files.find(file) === null && flags.has("c")) return;
    if (files.find(file) === null) files.write(file, Buffer.alloc(0));
    files.setTimes(file, Math.floor(context.device.clock().getTime() / 1000));
  });
};

/** `chmod [-R] MODE FILE…`: octal, or `u+x,go-w` and their kin. */
export const chmod: ShellCommand = (context) => {
  const rest = context.args.filter((argument) => argument !== "-R");
  // A mode may begin with a dash, so only what is none is an option.
  const option = rest.find((argument) => /^-/.test(argument) && !/^-[rwxX]+$/.test(argument));
  if (option !== undefined)
    throw new CommandFailure(`chmod: Unknown option '${option.slice(1)}' (see "chmod --help")`);
  needOperands(context, rest, 2);
  const [mode = "", ...paths] = rest;
  const { files } = context.surroundings;
  const change = (file: string): void => {
    const stat = files.stat(file);
    files.setMode(file, changedMode(mode, stat.mode, stat.isDirectory()));
    if (stat.isDirectory() && context.args.includes("-R"))
      for (const name of files.list(file)) change(`${file}/${name}`);
  };
  return forEachOperand(context, paths, change);
};

function changedMode(text: string, mode: number, isDirectory: boolean): number {
  if (/^[0-7]{1,4}$/.test(text)) return Number.parseInt(text, 8);
  let changed = mode;
  for (const clause of text.split(",")) {
    const [, who = "", operator = "", what = ""] = /^([ugoa]*)([-+=])([rwxX]*)$/.exec(clause) ?? [];
    if (operator === "") throw new CommandFailure(`chmod: bad mode '${text}'`);
    const isExecutable = isDirectory || (mode & 0o111) !== 0;
    const bits = [...what].reduce(
      (sum, one) => sum | ({ r: 4, w: 2, x: 1, X: isExecutable ? 1 : 0 }[one] ?? 0),
      0,
    );
    const shifts =
      who === "" || who.includes("a") ? [6, 3, 0] : [...who].map((one) => ({ u: 6, g: 3, o: 0 })[one] ?? 0);
    for (const shift of shifts) {
      if (operator === "=") changed &= ~(7 << shift);
      changed = operator === "-" ? changed & ~(bits << shift) : changed | (bits << shift);
    }
  }
  return changed;
}

export const ln: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "sf");
  needOperands(context, operands, 2);
  if (!flags.has("s")) throw new CommandFailure("ln: hard links are not supported by this virtual phone");
  return forEachOperand(context, operands.slice(0, 1), (_, target) => {
    const { files } = context.surroundings;
    const place = absolutePath(context, operands[1] ?? "");
    if (flags.has("f") && files.find(place, false) !== null) files.remove(place, false);
    files.link(target, place);
  });
};
