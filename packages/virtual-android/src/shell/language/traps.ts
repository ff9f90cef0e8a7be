import type { ShellState } from "../shell-session.ts";

/** Runs the command of a trap; what it leaves as status does not count, unless it ends the shell. */
export async function runTrap(
  name: string,
  state: ShellState,
  run: (text: string) => Promise<number>,
): Promise<number> {
  const text = state.traps.get(name) ?? "";
  const status = state.lastStatus;
  // The trap of the end runs once, whatever happens in it; the others are back after they ran.
  state.traps.delete(name);
  if (text !== "") await run(text);
  if (name !== "EXIT") state.traps.set(name, text);
  state.lastStatus = status;
  return status;
}

/** The traps of the signals that came since the last command. */
export async function runPendingTraps(
  state: ShellState,
  run: (text: string) => Promise<number>,
): Promise<void> {
  for (let name = state.pendingSignals.shift(); name !== undefined; name = state.pendingSignals.shift()) {
    if (state.traps.has(name)) await runTrap(name, state, run);
  }
}
