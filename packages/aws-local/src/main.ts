import { once } from "node:events";
import { readArguments, startCommand, UsageError, usage } from "./server-command.ts";

/** The command `aws-local`: a server until SIGTERM or Ctrl-C; a second one ends it at once. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readArguments(args);
    if (options === null) return void process.stdout.write(usage);
    const asked = Promise.race([once(process, "SIGTERM"), once(process, "SIGINT")]);
    const server = await startCommand(options);
    process.stdout.write(`${JSON.stringify(server.ready)}\n`);
    await asked;
    process.removeAllListeners("SIGTERM").removeAllListeners("SIGINT");
    await server.close();
  } catch (error) {
    process.stderr.write(`aws-local: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}
