import type { Command } from "commander";
import { loadCommand } from "#cli/commands.ts";
import { buildProgram } from "#cli/run-program.ts";

export interface KnownCommand {
  /** As it is typed, without `drover`. */
  readonly words: string;
  readonly command: Command;
}

/** Every command and group with its options, loaded as `drover` loads it. */
export async function everyCommand(): Promise<readonly KnownCommand[]> {
  const below = (words: string, command: Command): readonly KnownCommand[] => [
    { words, command },
    ...command.commands.flatMap((one) => below(`${words} ${one.name()}`, one)),
  ];
  const all: KnownCommand[] = [];
  const program = buildProgram();
  for (const [name, load] of Object.entries(loadCommand)) {
    const command = program.commands.find((one) => one.name() === name);
    if (command === undefined) throw new Error(`drover has no command ${name}.`);
    all.push(
      ...below(
        name,
        (await load())(command, async (other) => other),
      ),
    );
  }
  return all;
}
