import { type CommandContext, CommandFailure } from "../shell-session.ts";

export interface ParsedOptions {
  readonly flags: ReadonlySet<string>;
  /** Values of the options that take one. */
  readonly values: ReadonlyMap<string, string>;
  readonly operands: readonly string[];
}

/**
 * toybox's way with single-letter options: `specification` lists the letters, a colon after one that takes a value.
 * An unknown option ends the command with toybox's text.
 */
export function parseOptions(
  context: CommandContext,
  specification: string,
  leadingOnly = false,
): ParsedOptions {
  const flags = new Set<string>();
  const values = new Map<string, string>();
  const operands: string[] = [];
  const rest = [...context.args];
  for (let argument = rest.shift(); argument !== undefined; argument = rest.shift()) {
    if (argument === "--") {
      operands.push(...rest);
      break;
    }
    if (!argument.startsWith("-") || argument === "-") {
      operands.push(argument);
      if (leadingOnly) operands.push(...rest.splice(0));
      continue;
    }
    takeCluster(argument, specification, rest, { context, flags, values });
  }
  return { flags, values, operands };
}

function takeCluster(
  argument: string,
  specification: string,
  rest: string[],
  found: {
    readonly context: CommandContext;
    readonly flags: Set<string>;
    readonly values: Map<string, string>;
  },
): void {
  for (let index = 1; index < argument.length; index += 1) {
    const letter = argument[index] ?? "";
    const place = specification.indexOf(letter);
    if (place < 0 || letter === ":") {
      const { name } = found.context;
      throw new CommandFailure(
        `${name}: Unknown option '${argument.startsWith("--") ? argument.slice(2) : letter}' (see "${name} --help")`,
      );
    }
    found.flags.add(letter);
    if (specification[place + 1] !== ":") continue;
    const value = argument.slice(index + 1) || rest.shift();
    if (value === undefined)
      throw new CommandFailure(`${found.context.name}: Missing argument to -${letter}`);
    found.values.set(letter, value);
    return;
  }
}
