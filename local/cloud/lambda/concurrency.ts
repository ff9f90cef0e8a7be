/** Why an invocation is throttled, as Lambda names it. */
export type ThrottleReason =
  | "ConcurrentInvocationLimitExceeded"
  | "ReservedFunctionConcurrentInvocationLimitExceeded";

/**
 * Invocations under way, held to what an account may run at once: a function with executions of its own gets those and no more, all
 * others share the rest. https://docs.aws.amazon.com/lambda/latest/dg/lambda-concurrency.html
 */
export class Concurrency {
  readonly #reserved: ReadonlyMap<string, number>;
  readonly #shared: number;
  readonly #running = new Map<string, number>();
  #sharing = 0;

  constructor(account: number, reserved: ReadonlyMap<string, number>) {
    this.#reserved = reserved;
    this.#shared = account - [...reserved.values()].reduce((total, count) => total + count, 0);
  }

  /** Null: one more of it may run. */
  throttle(name: string): ThrottleReason | null {
    const own = this.#reserved.get(name);
    if (own === undefined) return this.#sharing < this.#shared ? null : "ConcurrentInvocationLimitExceeded";
    return (this.#running.get(name) ?? 0) < own ? null : "ReservedFunctionConcurrentInvocationLimitExceeded";
  }

  begin(name: string): void {
    this.#count(name, 1);
  }

  end(name: string): void {
    this.#count(name, -1);
  }

  #count(name: string, by: 1 | -1): void {
    this.#running.set(name, (this.#running.get(name) ?? 0) + by);
    if (!this.#reserved.has(name)) this.#sharing += by;
  }
}
