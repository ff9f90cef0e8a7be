import { type CommandContext, CommandFailure } from "../../shell-session.ts";

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
  if (rest[0] === "--help") return printHelp(context, specification);
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

/** Clients ask for it to learn whether a tool is there and has an option (`/^-f\\b/m`). It is what this phone's tool has, without words. */
function printHelp({ name, stdout }: CommandContext, specification: string): never {
  const options = [...specification.matchAll(/([^:])(:?)/g)].map(
    ([, letter = "", value]) => `-${letter}${value === ":" ? "\tVALUE" : ""}`,
  );
  const shown =
    options.length === 0 ? "" : ` [${options.map((option) => option.replace("\t", " ")).join("] [")}]`;
  stdout.write(`usage: ${name}${shown} ...\n\n${options.map((option) => `${option}\n`).join("")}`);
  throw new CommandFailure("", 0);
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
