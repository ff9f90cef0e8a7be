import type { Command } from "commander";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/**
 * Options that only some ways of a command take: `{ at: ["fork"] }`. `how`: the way that was chosen, as it is typed: `--as fork`.
 * @throws CommandFailure that names an option that was given with another way, and the ways that take it
 */
export function onlyWith<Way extends string>(
  command: Command,
  ways: Readonly<Record<string, readonly Way[]>>,
  chosen: Way,
  typed: (way: Way) => string,
): void {
  for (const option of command.options) {
    const takenBy = ways[option.attributeName()];
    const isGiven = command.getOptionValueSource(option.attributeName()) === "cli";
    if (!isGiven || takenBy === undefined || takenBy.includes(chosen)) continue;
    const all = takenBy.map(typed).join(" or ");
    throw new CommandFailure(exitCodes.usage, `${option.long} works only with ${all}.`, [
      `Omit ${option.long}, or give ${all}.`,
    ]);
  }
}
