import { groupsWithList, oldVerbs } from "./commands.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";
import { plain, progress } from "./terminal/terminal.ts";

/**
 * The arguments as commander shall see them. Node has put U+FFFD where they were no UTF-8: what the user meant is lost.
 * @throws CommandFailure for such an argument
 */
export function commandLine(given: readonly string[]): readonly string[] {
  const broken = given.findIndex((argument) => argument.includes("\ufffd"));
  if (broken >= 0)
    throw new CommandFailure(exitCodes.usage, `Argument ${broken + 1} is not UTF-8, or contains U+FFFD.`);
  const own = ownArguments(given);
  // Every command takes it, wherever it stands.
  const isPlain = own.includes("--no-color");
  if (isPlain) process.env.NO_COLOR = "1";
  const words = isPlain
    ? [...own.filter((word) => word !== "--no-color"), ...given.slice(own.length)]
    : given;
  const [first, ...others] = words;
  // Commander would print a command's help before the command's module is there.
  return first === "help" ? [...others, "--help"] : withList(withNewVerb(words));
}

function withList(words: readonly string[]): readonly string[] {
  const [group = "", next = "--"] = words;
  const isListed = groupsWithList.some((name) => name === group);
  return isListed && /^--?/.test(next) && !["-h", "--help"].includes(next)
    ? [group, "list", ...words.slice(1)]
    : words;
}

/** What is before `--`: the rest is another program's. */
export const ownArguments = (given: readonly string[]): readonly string[] =>
  given.slice(0, given.includes("--") ? given.indexOf("--") : given.length);

function withNewVerb(given: readonly string[]): readonly string[] {
  for (const [old, now] of Object.entries(oldVerbs)) {
    const pattern = old.split(" ");
    const fits = (word: string, index: number): boolean =>
      word === "<job>" ? /^[^-]/.test(given[index] ?? "") : word === given[index];
    if (!pattern.every(fits)) continue;
    progress(plain(`note: 'drover ${old}' is now 'drover ${now}'.`));
    const job = given[pattern.indexOf("<job>")] ?? "";
    return [...now.split(" ").map((word) => (word === "<job>" ? job : word)), ...given.slice(pattern.length)];
  }
  return given;
}
