import { exitCodes } from "./exit-codes.ts";
import { watchParent } from "./watch-parent.ts";

const signals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * Ctrl-C, SIGTERM, a closed terminal and the end of the npm that started it, as an AbortSignal for as long as it is in use.
 * `onFirst` may say something or begin to tidy up; a second signal ends the process at once.
 */
export function interruptSignal(onFirst: () => void): Disposable & { readonly signal: AbortSignal } {
  const controller = new AbortController();
  const handle = (): void => {
    if (controller.signal.aborted) process.exit(exitCodes.interrupted);
    process.exitCode = exitCodes.interrupted;
    onFirst();
    controller.abort();
  };
  for (const name of signals) process.on(name, handle);
  const parent = watchParent(() => {
    if (!controller.signal.aborted) handle();
  });
  return {
    signal: controller.signal,
    [Symbol.dispose]() {
      for (const name of signals) process.off(name, handle);
      parent[Symbol.dispose]();
    },
  };
}
