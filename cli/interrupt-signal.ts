import { exitCodes } from "./exit-codes.ts";

/**
 * Ctrl-C and SIGTERM as an AbortSignal, for as long as it is in use. `onFirst` may say something or begin to tidy up; a
 * second signal ends the process at once.
 */
export function interruptSignal(onFirst: () => void): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    process.exitCode = exitCodes.interrupted;
    onFirst();
    controller.abort();
  };
  process.on("SIGINT", handle);
  process.on("SIGTERM", handle);
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      process.off("SIGINT", handle);
      process.off("SIGTERM", handle);
    },
  };
}
