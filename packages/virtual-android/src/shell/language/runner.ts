import type { CommandNode, CompoundList, Redirection } from "unbash";
import type { ShellState, ShellStreams } from "../shell-session.ts";
import type { ExpansionContext } from "./expansion-context.ts";
import type { CommandAccess } from "./run-command.ts";

/** What the parts of a shell that run one kind of command have of the whole. */
export interface Runner {
  list(list: CompoundList, state: ShellState, streams: ShellStreams): Promise<number>;
  /** Its failure is an answer, and ends nothing. */
  condition(list: CompoundList, state: ShellState, streams: ShellStreams): Promise<boolean>;
  /** Its own shell: it ends by itself, and runs its EXIT trap. */
  asShell(state: ShellState, streams: ShellStreams, run: () => Promise<number>): Promise<number>;
  command(node: CommandNode, state: ShellState, streams: ShellStreams): Promise<number>;
  /** Runs with the streams that redirections make of these; they `last` for what `exec` opens. */
  redirected(
    redirections: readonly Redirection[],
    state: ShellState,
    streams: ShellStreams,
    run: (streams: ShellStreams) => Promise<number>,
    lasts?: boolean,
  ): Promise<number>;
  /** For the words of one command. `onStatus` gets the exit status of a command substitution. */
  expansion(state: ShellState, streams: ShellStreams, onStatus?: (status: number) => void): ExpansionContext;
  /** What commands may do with this shell. */
  access(): CommandAccess;
}
