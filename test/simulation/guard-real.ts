import crypto from "node:crypto";
import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers";
import waits from "node:timers/promises";

/** Loaded before the simulator: what it replaces throws, and tells who asked, when somebody reaches it during a simulation all the same. */
const GuardedDate = new Proxy(Date, {
  construct(target, given, newTarget) {
    if (given.length === 0) reached("new Date()");
    return Reflect.construct(target, given, newTarget);
  },
  get(target, name, receiver) {
    if (name === "now") return guarded("Date.now", target.now);
    return Reflect.get(target, name, receiver);
  },
});
let count = 0;

/** The simulator has put its own clock in place. */
const isInside = (): boolean => globalThis.Date !== GuardedDate;

/**
 * Node's HTTP server looks every half minute for requests that have been incomplete for long. It took its timer when it was loaded; in the
 * simulation no request is incomplete for longer than an instant.
 */
const isNodesOwn = (stack: string): boolean => stack.includes("setupConnectionsTracking (node:_http_server");

function reached(what: string): void {
  if (!isInside() || isNodesOwn(new Error(what).stack ?? "")) return;
  count += 1;
  if (count < 20) process.stderr.write(`REACHED ${what} ${new Error(what).stack}\n`);
  throw new Error(`A simulation has reached the machine's ${what}.`);
}

function guarded<Result>(what: string, method: (...given: never[]) => Result) {
  return function (this: unknown, ...given: never[]): Result {
    reached(what);
    return Reflect.apply(method, this, given);
  };
}

const holders = [
  [Math, ["random"]],
  [performance, ["now"]],
  [crypto, ["randomUUID", "randomBytes", "randomInt", "randomFillSync"]],
  [globalThis, ["setTimeout", "setInterval"]],
  [timers, ["setTimeout", "setInterval"]],
  [waits, ["setTimeout", "setInterval"]],
] as const;
for (const [holder, names] of holders) {
  const methods = holder as unknown as Record<string, (...given: never[]) => unknown>;
  for (const name of names) methods[name] = guarded(name, methods[name] as (...given: never[]) => unknown);
}
globalThis.Date = GuardedDate;
syncBuiltinESMExports();
