import { spawn } from "node:child_process";
import { once } from "node:events";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { progress } from "../terminal/terminal.ts";

/** Runs them one after another, seen by whoever asked. @throws CommandFailure at the first that fails */
export async function runCommands(commands: readonly (readonly string[])[]): Promise<void> {
  for (const [program = "", ...args] of commands) {
    progress([program, ...args].join(" "));
    const child = spawn(program, args, { stdio: "inherit" });
    const [code] = (await once(child, "close").catch((error: unknown) => [String(error)])) as [unknown];
    if (code !== 0) throw new CommandFailure(exitCodes.error, `${program} ended with ${String(code)}.`);
  }
}
