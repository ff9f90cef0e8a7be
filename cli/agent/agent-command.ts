import { access, constants } from "node:fs/promises";
import path from "node:path";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** A program and its arguments, as execFile takes them: no shell has a part in it. */
export type AgentCommand = readonly [program: string, ...args: string[]];

const whatToDo = [
  "Words are split at spaces and no shell reads them. Put an argument with spaces or quotes after '--': --cmd python -- 'my agent.py'.",
];

/** `text` split at spaces, and what stood after `--` as it is. @throws CommandFailure for what only a shell would understand */
export function agentCommand(text: string, more: readonly string[]): AgentCommand {
  const [program, ...args] = text.split(/\s+/).filter((word) => word !== "");
  if (program === undefined)
    throw new CommandFailure(exitCodes.usage, "The option --cmd names no program.", whatToDo);
  if (/["'`\\|&;<>$]/.test(text))
    throw new CommandFailure(
      exitCodes.usage,
      `The option --cmd contains shell syntax, but no shell runs it: ${text}.`,
      whatToDo,
    );
  return [program, ...args, ...more];
}

/** Before a job is claimed that nobody could take a turn of. @throws CommandFailure when there is no such program */
export async function checkProgram([program]: AgentCommand): Promise<void> {
  const folders = program.includes("/") ? [""] : (process.env.PATH ?? "").split(path.delimiter);
  const found = await Promise.all(
    folders.map((folder) =>
      access(path.resolve(folder, program), constants.X_OK).then(
        () => true,
        () => false,
      ),
    ),
  );
  if (!found.includes(true))
    throw new CommandFailure(exitCodes.usage, `There is no executable program '${program}'.`, whatToDo);
}
