import { type CommandContext, CommandFailure, type ShellCommand } from "../../shell-session.ts";
import { builtinOptions } from "../builtins/builtin-options.ts";
import { parseOptions } from "../builtins/options.ts";

const reservedWords = new Set(
  "if then elif else fi for do done while until case esac in function select time { } ! [[".split(" "),
);

export const which: ShellCommand = (context) => {
  const { operands } = parseOptions(context, "a");
  let status = 0;
  for (const name of operands) {
    if (context.placeOf(name) === "program") context.stdout.write(`/system/bin/${name}\n`);
    else status = 1;
  }
  if (operands.length === 0) throw new CommandFailure('which: Needs 1 argument (see "which --help")');
  return status;
};

/** What a name is, in words. */
function described(name: string, context: CommandContext): string | null {
  if (reservedWords.has(name)) return `${name} is a reserved word`;
  if (context.state.functions.has(name)) return `${name} is a function`;
  const place = context.placeOf(name);
  if (place === null) return null;
  return place === "builtin"
    ? `${name} is a shell builtin`
    : `${name} is /system/bin/${name.replace(/^.*\//, "")}`;
}

function where(name: string, context: CommandContext): string | null {
  if (reservedWords.has(name) || context.state.functions.has(name)) return name;
  const place = context.placeOf(name);
  if (place === null) return null;
  return place === "builtin" || name.includes("/") ? name : `/system/bin/${name}`;
}

function eachName(context: CommandContext, names: readonly string[], speaks: boolean): number {
  let status = 0;
  for (const name of names) {
    const found = speaks ? described(name, context) : where(name, context);
    if (found !== null) context.stdout.write(`${found}\n`);
    else {
      if (speaks) context.stdout.write(`${name} not found\n`);
      status = 1;
    }
  }
  return status;
}

/** `command -v NAME`, `command -V NAME`, `command NAME …`: no function of that name is seen. */
export const command: ShellCommand = (context) => {
  const { flags, operands } = builtinOptions(context, "pvV");
  if (flags.has("v") || flags.has("V")) return eachName(context, operands, flags.has("V"));
  return operands.length === 0 ? 0 : context.runCommand(operands, { streams: context });
};

export const type: ShellCommand = (context) => eachName(context, builtinOptions(context, "").operands, true);

export const whence: ShellCommand = (context) => {
  const { flags, operands } = builtinOptions(context, "v");
  return eachName(context, operands, flags.has("v"));
};
