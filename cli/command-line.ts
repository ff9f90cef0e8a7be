import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";

/**
 * The arguments as commander shall see them. Node has put U+FFFD where they were no UTF-8: what the user meant is lost.
 * @throws CommandFailure for such an argument
 */
export function commandLine(given: readonly string[]): readonly string[] {
  const broken = given.findIndex((argument) => argument.includes("\ufffd"));
  if (broken >= 0)
    throw new CommandFailure(exitCodes.usage, `Argument ${broken + 1} is not UTF-8, or contains U+FFFD.`);
  const [first, name] = given;
  // Commander would print a command's help before the command's module is there.
  return first === "help" && name !== undefined ? [name, "--help"] : given;
}
