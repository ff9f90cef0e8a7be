import { ShellFailure } from "../../language/control-flow.ts";
import { isSpecialBuiltin } from "../../language/special-builtins.ts";
import { type CommandContext, CommandFailure } from "../../shell-session.ts";
import type { ParsedOptions } from "./options.ts";

/** What a builtin of the shell says before it fails; a special one takes the script with it. */
export const shellFailure = (context: Pick<CommandContext, "name">, why: string, code = 1): Error =>
  isSpecialBuiltin(context.name)
    ? new ShellFailure(`${context.name}: ${why}`)
    : new CommandFailure(`/system/bin/sh: ${context.name}: ${why}`, code);

/** Options of a builtin: only the leading ones, refused in mksh's words. A colon follows a letter that takes a value. */
export function builtinOptions(context: CommandContext, letters: string): ParsedOptions {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const rest = [...context.args];
  while (/^-./.test(rest[0] ?? "")) {
    const word = rest.shift() ?? "";
    if (word === "--") break;
    for (let at = 1; at < word.length; at += 1) {
      const letter = word[at] ?? "";
      const place = letter === ":" ? -1 : letters.indexOf(letter);
      if (place < 0) throw shellFailure(context, `-${letter}: unknown option`);
      flags.add(letter);
      if (letters[place + 1] !== ":") continue;
      const value = word.slice(at + 1) || rest.shift();
      if (value === undefined) throw shellFailure(context, `-${letter}: requires an argument`);
      values.set(letter, value);
      break;
    }
  }
  return { flags, values, operands: rest };
}
