import { phonesUsage, readPhonesArguments, startPhonesServer, UsageError } from "./server-command.ts";

const program = "virtual-android";
const defaultDir = ".virtual-android";

/** The command `virtual-android`: a server until SIGTERM or Ctrl-C; a second one ends it at once. */
export async function main(args: readonly string[]): Promise<void> {
  try {
    const options = readPhonesArguments(args, defaultDir);
    if (options === null) {
      process.stdout.write(phonesUsage(program, defaultDir));
      return;
    }
    await serveUntilAsked(() => startPhonesServer(options));
  } catch (error) {
    process.stderr.write(`${program}: ${error instanceof Error ? error.message : error}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
}

async function serveUntilAsked(start: () => ReturnType<typeof startPhonesServer>): Promise<void> {
  const asked = Promise.withResolvers<void>();
  let times = 0;
  const ask = (): void => {
    times += 1;
    if (times > 1) process.exit(1);
    asked.resolve();
  };
  process.on("SIGTERM", ask);
  process.on("SIGINT", ask);
  const server = await start();
  process.stdout.write(`${JSON.stringify(server.ready)}\n`);
  await asked.promise;
  await server.close();
  process.off("SIGTERM", ask);
  process.off("SIGINT", ask);
}
