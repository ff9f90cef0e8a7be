import { phonesUsage, readPhonesArguments, startPhonesServer, UsageError } from "./server-command.ts";

const defaultDir = ".virtual-android";

/** The command `virtual-android`: a server until SIGTERM or Ctrl-C; a second one ends it at once. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readPhonesArguments(args, defaultDir);
    if (options === null) {
      process.stdout.write(phonesUsage("virtual-android", defaultDir));
      return;
    }
    const asked = stopSignal();
    const server = await startPhonesServer(options);
    process.stdout.write(`${JSON.stringify(server.ready)}\n`);
    await asked;
    await server.close();
  } catch (error) {
    process.stderr.write(`virtual-android: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

const stopSignal = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = (): void => {
      process.off("SIGTERM", stop).off("SIGINT", stop);
      resolve();
    };
    process.on("SIGTERM", stop).on("SIGINT", stop);
  });
