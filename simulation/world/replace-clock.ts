import { createRequire } from "node:module";
import { type Context, Script } from "node:vm";
import { real } from "./real.ts";
import type { Replacements } from "./replaced.ts";
import type { Cancellable, VirtualTime } from "./virtual-time.ts";

const require = createRequire(import.meta.url);

/** Where a `Date` without a time is now. */
function dateOf(time: VirtualTime): DateConstructor {
  const OwnDate = function (this: unknown, ...given: unknown[]) {
    const date = Reflect.construct(
      real.Date,
      given.length === 0 ? [time.now()] : given,
      new.target ?? real.Date,
    );
    return new.target === undefined ? String(date) : date;
  };
  Object.setPrototypeOf(OwnDate, real.Date);
  // The same one, so that dates made before and after are of one class.
  Object.defineProperty(OwnDate, "prototype", { value: real.Date.prototype });
  return Object.assign(OwnDate, {
    now: () => time.now(),
    parse: real.Date.parse,
    UTC: real.Date.UTC,
  }) as never;
}

/** What setTimeout and setInterval answer. */
class Timer {
  readonly #start: () => Cancellable;
  #running: Cancellable;

  constructor(start: () => Cancellable) {
    this.#start = start;
    this.#running = start();
  }

  ref = (): this => this;
  unref = (): this => this;
  hasRef = (): boolean => true;
  close = (): this => {
    this.#running.cancel();
    return this;
  };
  refresh = (): this => {
    this.#running.cancel();
    this.#running = this.#start();
    return this;
  };
  [Symbol.dispose] = (): void => void this.close();
}

type Callback = (...given: unknown[]) => void;

function timersOf(time: VirtualTime) {
  const length = (milliseconds: unknown): number => Math.max(1, Number(milliseconds) || 1);
  const clear = (timer: unknown): void => {
    if (timer instanceof Timer) timer.close();
  };
  return {
    setTimeout: (run: Callback, milliseconds?: number, ...given: unknown[]) =>
      new Timer(() => time.after(length(milliseconds), () => run(...given))),
    setInterval(run: Callback, milliseconds?: number, ...given: unknown[]) {
      const timer: Timer = new Timer(() =>
        time.after(length(milliseconds), () => {
          timer.refresh();
          run(...given);
        }),
      );
      return timer;
    },
    setImmediate: (run: Callback, ...given: unknown[]) => new Timer(() => time.soon(() => run(...given))),
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clear,
  };
}

interface WaitOptions {
  readonly signal?: AbortSignal;
}

/** Resolves with `value` once `start` calls back, or rejects as Node's do when the signal is aborted. */
const waiting = (start: (run: () => void) => Cancellable, value: unknown, { signal }: WaitOptions = {}) =>
  new Promise<unknown>((resolve, reject) => {
    const stop = (): void => {
      timer.cancel();
      const error = new Error("The operation was aborted", { cause: signal?.reason });
      reject(Object.assign(error, { name: "AbortError", code: "ABORT_ERR" }));
    };
    const timer = start(() => {
      signal?.removeEventListener("abort", stop);
      resolve(value);
    });
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
  });

function waitsOf(time: VirtualTime) {
  const wait = (milliseconds?: number, value?: unknown, options?: WaitOptions) =>
    waiting((run) => time.after(Math.max(1, Number(milliseconds) || 1), run), value, options);
  const turn = (value?: unknown, options?: WaitOptions) => waiting((run) => time.soon(run), value, options);
  async function* beats(milliseconds?: number, value?: unknown, options?: WaitOptions) {
    for (;;) yield await wait(milliseconds, value, options);
  }
  return {
    setTimeout: wait,
    setImmediate: turn,
    setInterval: beats,
    scheduler: {
      wait: (milliseconds: number, options?: WaitOptions) => wait(milliseconds, undefined, options),
      yield: turn,
    },
  };
}

function timeoutSignal(time: VirtualTime, milliseconds: number): AbortSignal {
  const controller = new AbortController();
  // Most are never needed, and each error takes a stack trace.
  const reason = (): DOMException =>
    new DOMException("The operation was aborted due to timeout", "TimeoutError");
  time.after(milliseconds, () => controller.abort(reason()));
  return controller.signal;
}

/** Clocks and timers, for whoever reaches them by whichever name. */
export function replaceClock(into: Replacements, time: VirtualTime): void {
  into.put(globalThis, "Date", dateOf(time));
  const timers = timersOf(time);
  for (const [name, timer] of Object.entries(timers)) {
    into.put(globalThis, name, timer);
    into.put(require("node:timers"), name, timer);
  }
  for (const [name, wait] of Object.entries(waitsOf(time)))
    into.put(require("node:timers/promises"), name, wait);
  into.put(performance, "now", () => time.elapsed);
  into.put(performance, "timeOrigin", time.now() - time.elapsed);
  into.put(process, "uptime", () => time.elapsed / 1_000);
  const nanoseconds = (): bigint => BigInt(Math.round(time.elapsed * 1e6));
  const hrtime = (since: readonly [number, number] = [0, 0]): [number, number] => {
    const passed = nanoseconds() - BigInt(since[0]) * 1_000_000_000n - BigInt(since[1]);
    return [Number(passed / 1_000_000_000n), Number(passed % 1_000_000_000n)];
  };
  into.put(process, "hrtime", Object.assign(hrtime, { bigint: nanoseconds }));
  const { runInContext } = Script.prototype;
  // Its timeout is measured by the machine's clock: how far a script comes would be the machine's choice.
  into.put(Script.prototype, "runInContext", function (this: Script, context: Context) {
    return runInContext.call(this, context);
  });
  into.put(AbortSignal, "timeout", (milliseconds: number) => timeoutSignal(time, milliseconds));
}
