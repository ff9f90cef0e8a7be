import { DroverError } from "../errors/drover-error.ts";

interface ExtensionCall {
  /** For its error, such as "Middleware 'log' before tap". */
  readonly what: string;
  readonly seconds: number;
  /** Of the work that it is part of. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Calls a function of the project's config within its time. What it throws names it; an error of Drover's own that is meant
 * for the model stays as it is.
 * @throws ExtensionFailed, errors of audience `model`, LeaseLost and the device's errors
 */
export async function callExtension<Result>(
  { what, seconds, signal }: ExtensionCall,
  run: (signal: AbortSignal) => Result | Promise<Result>,
): Promise<Result> {
  const timeout = AbortSignal.timeout(seconds * 1_000);
  const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
  const ended = Promise.withResolvers<never>();
  const end = (): void => {
    const late = new DroverError("ExtensionFailed", `${what} took longer than its ${seconds} s.`);
    ended.reject(signal?.aborted ? signal.reason : late);
  };
  either.addEventListener("abort", end, { once: true });
  if (either.aborted) end();
  try {
    return await Promise.race([(async () => run(either))(), ended.promise]);
  } catch (error) {
    // The device's own errors, and those that the function meant for the model, say more than that it failed.
    if (error instanceof DroverError) throw error;
    const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
    throw new DroverError("ExtensionFailed", `${what} failed: ${said.slice(0, 500)}`, { cause: error });
  } finally {
    either.removeEventListener("abort", end);
  }
}
