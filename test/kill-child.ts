import type { ChildProcess } from "node:child_process";
import { once } from "node:events";

/** Ends a process as a power cut would. Resolves when it writes no more: its directory can be removed. */
export async function killChild(child: ChildProcess | undefined): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGKILL");
  await once(child, "exit");
}
