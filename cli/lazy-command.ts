import type { Command } from "commander";

export interface LazyCommand {
  readonly description: string;
  /** Imports the module when the command is meant: a list of jobs need not wait for canvases and cloud servers. */
  readonly load: () => Promise<BuildCommand>;
}

/** Gives a command its arguments and options; `load`: does the same to another one of the program. */
export type BuildCommand = (command: Command, load?: LoadCommand) => Command;
export type LoadCommand = (other: Command) => Promise<Command>;
