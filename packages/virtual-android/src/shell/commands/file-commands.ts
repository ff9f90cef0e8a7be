import { closeSync, readSync } from "node:fs";
import * as path from "node:path";
import { deviceOutput } from "../open-redirections.ts";
import { PhoneError } from "../phone-error.ts";
import { absolutePath, type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";
import { parseOptions } from "./options.ts";

/** Runs `operation` for every operand; a failure is said as `name: operand: why` and the rest goes on. */
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
    closeSync(descriptor);
  }
}

export const mkdir: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "pvm:");
  needOperands(context, operands, 1);
  return forEachOperand(context, operands, (directory, operand) => {
    try {
      context.surroundings.files.makeDirectory(directory, flags.has("p"));
    } catch (error) {
      if (!(error instanceof PhoneError)) throw error;
      throw new CommandFailure(`mkdir: '${operand}': ${error.message}`);
    }
  });
};

export const rmdir: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "p");
  needOperands(context, operands, 1);
  return forEachOperand(context, operands, (directory) =>
    context.surroundings.files.removeEmptyDirectory(directory),
  );
};

export const rm: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "rRfiv");
  const recursive = flags.has("r") || flags.has("R");
  if (!flags.has("f")) needOperands(context, operands, 1);
  return forEachOperand(context, operands, (file) => {
    const { files } = context.surroundings;
    if (flags.has("f") && files.find(file, false) === null) return;
    files.remove(file, recursive);
  });
};

export const mv: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "fniv");
  needOperands(context, operands, 2);
  return forEachOperand(context, operands.slice(0, -1), (file) => {
    context.surroundings.files.rename(file, destination(context, operands, file));
  });
};

export const cp: ShellCommand = (context) => {
  const { flags, operands } = parseOptions(context, "rRafpvP");
  needOperands(context, operands, 2);
  const recursive = flags.has("r") || flags.has("R") || flags.has("a");
  return forEachOperand(context, operands.slice(0, -1), (file) =>
    copy(context, file, destination(context, operands, file), recursive),
  );
};

function copy(context: CommandContext, from: string, to: string, recursive: boolean): void {
  const { files } = context.surroundings;
  if (!files.stat(from).isDirectory()) {
    files.write(to, files.read(from));
    return;
  }
  if (!recursive) throw new CommandFailure(`cp: Skipped dir '${from}': Is a directory`);
  if (files.resolve(to).startsWith(`${files.resolve(from)}/`)) {
    throw new CommandFailure(`cp: '${from}' is inside '${to}'`);
  }
  files.makeDirectory(to, true);
  for (const name of files.list(from)) copy(context, `${from}/${name}`, `${to}/${name}`, true);
}

/** A file copied or moved to a directory keeps its name. */
function destination(context: CommandContext, operands: readonly string[], file: string): string {
  const target = absolutePath(context, operands[operands.length - 1] ?? "");
  const isDirectory = context.surroundings.files.find(target)?.isDirectory() === true;
  return isDirectory ? `${target}/${path.posix.basename(file)}` : target;
}

export const touch: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "acmt:d:");
  return forEachOperand(context, operands, (file) => {
    const { files } = context.surroundings;
    if (files.find(file) === null) files.write(file, Buffer.alloc(0));
    files.setTimes(file, Math.floor(context.device.clock().getTime() / 1000));
  });
};

export const chmod: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "Rfv");
  needOperands(context, operands, 2);
  return forEachOperand(context, operands.slice(1), (file) => {
    const mode = operands[0] ?? "";
    if (/^[0-7]{3,4}$/.test(mode)) context.surroundings.files.setMode(file, Number.parseInt(mode, 8));
    else context.surroundings.files.stat(file);
  });
};

export const ln: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "sfn");
  needOperands(context, operands, 2);
  return forEachOperand(context, operands.slice(0, 1), (_, target) =>
    context.surroundings.files.link(target, absolutePath(context, operands[1] ?? "")),
  );
};
