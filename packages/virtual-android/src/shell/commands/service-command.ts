import { type CommandContext, CommandFailure, type ShellCommand } from "../shell-session.ts";

/**
 * Android's services answer `cmd <service> <command> …` this way (BasicShellCommandHandler): a thrown exception is
 * printed after this line and the exit code is 255.
 */
export const serviceException = (command: string, exception: string): CommandFailure =>
  new CommandFailure(`\nException occurred while executing '${command}':\n${exception}`, 255);

/** What this phone knows of Android but does not do: said loudly, never half done. */
export const unsupported = (what: string): CommandFailure =>
  new CommandFailure(`Error: ${what} is not supported by this virtual phone`, 255);

/** Runs the subcommand that the first argument names; the others are its arguments. */
export function subcommands(table: Readonly<Record<string, ShellCommand>>, help: string): ShellCommand {
  const byName = new Map(Object.entries(table));
  return (context) => {
    const [name, ...args] = context.args;
    if (name === undefined || name === "help" || name === "-h") {
      context.stdout.write(`${help}\n`);
      return name === undefined ? 255 : 0;
    }
    const command = byName.get(name);
    if (command === undefined) {
      context.stdout.write(`Unknown command: ${name}\n`);
      return 255;
    }
    return command({ ...context, name, args });
  };
}

/** Reads arguments one after the other, as Android's `getNextArg` and `getNextOption` do. */
export class ArgumentReader {
  readonly #left: string[];
  readonly #command: string;
  #lastOption = "";

  constructor({ args, name }: Pick<CommandContext, "args" | "name">) {
    this.#left = [...args];
    this.#command = name;
  }

  /** The next argument if it begins with a dash, and the dash is not all of it. */
  nextOption(): string | null {
    const [next] = this.#left;
    if (next === undefined || !/^-./.test(next)) return null;
    this.#left.shift();
    if (next === "--") return null;
    this.#lastOption = next;
    return next;
  }

  next(): string | null {
    return this.#left.shift() ?? null;
  }

  required(): string {
    const next = this.#left.shift();
    if (next !== undefined) return next;
    const after = this.#lastOption === "" ? this.#command : this.#lastOption;
    throw serviceException(
      this.#command,
      `java.lang.IllegalArgumentException: Argument expected after "${after}"`,
    );
  }

  rest(): readonly string[] {
    return this.#left.splice(0);
  }

  unknownOption(option: string): CommandFailure {
    return serviceException(this.#command, `java.lang.IllegalArgumentException: Unknown option: ${option}`);
  }
}
