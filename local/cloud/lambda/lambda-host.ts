import { setImmediate } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { asCaller, isMetered, tellUse } from "@drover/aws-local";
import { DroverError } from "#shared/errors/drover-error.ts";
import { usualAccountConcurrency } from "#shared/rules/reserved-concurrency.ts";
import { Concurrency, type ThrottleReason } from "./concurrency.ts";
import { type LambdaContext, lambdaContext } from "./lambda-context.ts";
import { lambdaFailure, throttled, timedOut } from "./lambda-failure.ts";

export interface HostedFunction {
  readonly name: string;
  /** Path of the module that exports `handler`. */
  readonly entry: string;
  readonly timeoutSeconds: number;
  readonly memoryMegabytes: number;
  readonly environment: Readonly<Record<string, string>>;
}

/** What an invocation came to: the payload is JSON text, that of a failure when `failed`. */
export interface LambdaResult {
  readonly failed: boolean;
  readonly payload: string;
}

export type Handler = (event: unknown, context: LambdaContext) => unknown;

export interface LambdaHost {
  readonly functions: ReadonlyMap<string, HostedFunction>;
  arnOf(name: string): string;
  /** Why one more invocation of a function is not taken now; null: it is. */
  throttle(name: string): ThrottleReason | null;
  /** Runs a function. Its failures are results, and so is that it is throttled; throws only when the name is unknown. */
  invoke(name: string, event: unknown): Promise<LambdaResult>;
  /**
   * Loads every function, one after the other, so that no first call waits for its modules. What cannot be loaded says so when it is
   * called.
   */
  warm(): Promise<void>;
  /** Puts the process's environment back. Invocations under way are abandoned. */
  close(): void;
}

/** Runs an invocation of the function of this name. */
export type AroundFunction = (name: string, run: () => Promise<unknown>) => Promise<unknown>;

interface LambdaHostOptions {
  readonly functions: readonly HostedFunction[];
  /** What the Lambda service itself puts into every function's environment: region, keys, and here the endpoints. */
  readonly environment: Readonly<Record<string, string>>;
  /** Variables of this process that no function of its owner's would have in AWS: they are taken out while the host runs. */
  readonly hidden?: readonly string[];
  readonly region: string;
  readonly accountId: string;
  readonly ids: () => string;
  readonly clock: () => Date;
  /** Invocations that the account runs at once. */
  readonly accountConcurrency?: number;
  /** Those of them that a function has for itself, by its name. */
  readonly reserved?: ReadonlyMap<string, number>;
  /** Absent: each runs as it is. */
  readonly around?: AroundFunction | undefined;
}

/** Lambda limits both ways of a synchronous invocation: 6 MB, and a little more for the answer's frame. */
export const requestLimitBytes = 6_291_456;
const responseLimitBytes = 6_291_556;

/**
 * Runs Lambda functions in this process: loads each on its first call, gives it an event and a context, ends the wait at its
 * timeout. One process is one environment, so functions may not disagree on a variable, and a function that is timed out
 * cannot be stopped, only no longer listened to.
 */
export function createLambdaHost(options: LambdaHostOptions): LambdaHost {
  const functions = new Map(options.functions.map((hosted) => [hosted.name, hosted]));
  const parts = [options.environment, ...options.functions.map((f) => f.environment)];
  const restore = applyEnvironment(parts, options.hidden ?? []);
  const handlers = new Map<string, Promise<Handler>>();
  const arnOf = (name: string): string =>
    `arn:aws:lambda:${options.region}:${options.accountId}:function:${name}`;
  const concurrency = new Concurrency(
    options.accountConcurrency ?? usualAccountConcurrency,
    options.reserved ?? new Map(),
  );
  const { around = (_name, run) => run() } = options;
  let isClosed = false;

  const handlerOf = (hosted: HostedFunction): Promise<Handler> => {
    let handler = handlers.get(hosted.name);
    if (!handler) {
      handler = loadHandler(hosted);
      // Lambda starts a function that failed to load again with the next call.
      handler.catch(() => handlers.delete(hosted.name));
      handlers.set(hosted.name, handler);
    }
    return handler;
  };

  return {
    functions,
    arnOf,
    throttle: (name) => concurrency.throttle(name),
    async invoke(name, event) {
      const hosted = functions.get(name);
      if (!hosted) throw new DroverError("ConfigurationInvalid", `There is no function ${name}.`);
      if (concurrency.throttle(name) !== null) return { failed: true, payload: JSON.stringify(throttled) };
      const requestId = options.ids();
      concurrency.begin(name);
      const started = performance.now();
      try {
        const context = lambdaContext(hosted, requestId, arnOf(name), options.clock);
        return await withTimeout(hosted.timeoutSeconds, requestId, async () =>
          asCaller(hosted.name, async () => {
            const handler = await handlerOf(hosted);
            return answerOf(await around(hosted.name, async () => handler(event, context)));
          }),
        );
      } catch (error) {
        return { failed: true, payload: JSON.stringify(lambdaFailure(error)) };
      } finally {
        concurrency.end(name);
        if (isMetered()) tellInvocation(hosted, performance.now() - started);
      }
    },
    async warm() {
      for (const hosted of functions.values()) {
        if (isClosed) return;
        await handlerOf(hosted).catch(() => undefined);
        // Whoever waits for the process comes first.
        await setImmediate();
      }
    },
    close() {
      isClosed = true;
      restore();
    },
  };
}

const tellInvocation = ({ name, memoryMegabytes }: HostedFunction, milliseconds: number): void =>
  tellUse({ service: "lambda", caller: "engine", operation: name, milliseconds, megabytes: memoryMegabytes });

function applyEnvironment(
  parts: readonly Readonly<Record<string, string>>[],
  hidden: readonly string[],
): () => void {
  const wanted = new Map<string, string>();
  for (const [name, value] of parts.flatMap((part) => Object.entries(part))) {
    const other = wanted.get(name);
    if (other !== undefined && other !== value) {
      throw new DroverError(
        "ConfigurationInvalid",
        `Two functions need different values for ${name}, "${other}" and "${value}", but run in one process.`,
      );
    }
    wanted.set(name, value);
  }
  const before = [...wanted.keys(), ...hidden].map((name) => [name, process.env[name]] as const);
  for (const name of hidden) delete process.env[name];
  for (const [name, value] of wanted) process.env[name] = value;
  return () => {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  };
}

async function loadHandler(hosted: HostedFunction): Promise<Handler> {
  const module: unknown = await import(pathToFileURL(hosted.entry).href).catch((cause: unknown) => {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw Object.assign(new Error(message, { cause }), { name: "Runtime.ImportModuleError" });
  });
  if (isModule(module)) return module.handler;
  throw Object.assign(new Error(`${hosted.entry} exports no function named handler`), {
    name: "Runtime.HandlerNotFound",
  });
}

const isModule = (module: unknown): module is { readonly handler: Handler } =>
  typeof module === "object" &&
  module !== null &&
  "handler" in module &&
  typeof module.handler === "function";

async function withTimeout(
  timeoutSeconds: number,
  requestId: string,
  run: () => Promise<LambdaResult>,
): Promise<LambdaResult> {
  const late = Promise.withResolvers<LambdaResult>();
  const timer = setTimeout(
    () => late.resolve({ failed: true, payload: JSON.stringify(timedOut(requestId, timeoutSeconds)) }),
    timeoutSeconds * 1_000,
  );
  try {
    return await Promise.race([run(), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function answerOf(value: unknown): LambdaResult {
  const payload = JSON.stringify(value) ?? "null";
  if (Buffer.byteLength(payload) <= responseLimitBytes) return { failed: false, payload };
  throw Object.assign(
    new Error(`Response payload size exceeded maximum allowed payload size (${responseLimitBytes} bytes).`),
    { name: "Function.ResponseSizeTooLarge" },
  );
}
