import type { Command } from "commander";

/** Gives a command its arguments and options; `load`: does the same to another one of the program. */
export type BuildCommand = (command: Command, load?: LoadCommand) => Command;
export type LoadCommand = (other: Command) => Promise<Command>;
