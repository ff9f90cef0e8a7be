import { once } from "node:events";
import { modelUsage, readModelArguments, startModelCommand, UsageError } from "./server-command.ts";

/** The command `practice-model`: a server until SIGTERM or Ctrl-C; a second one ends it at once. */
export async function main(args: readonly string[]): Promise<void> {
  const stop = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
  try {
    const options = readModelArguments(args, process.env.PRACTICE_MODEL_API_KEY);
    if (options === null) return void process.stdout.write(modelUsage("practice-model"));
    const { ready, close } = await startModelCommand(options);
    process.stdout.write(`${JSON.stringify(ready)}\n`);
    await stop;
    process.removeAllListeners("SIGTERM").removeAllListeners("SIGINT");
    await close();
  } catch (error) {
    process.stderr.write(`practice-model: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
