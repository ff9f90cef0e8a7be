import { AsyncLocalStorage } from "node:async_hooks";
import type { SeededRandom } from "../world/seeded-random.ts";
import type { FaultLog } from "./fault-log.ts";

/** What one function is doing for whoever called it. */
class Invocation {
  readonly functionName: string;
  isDead = false;
  readonly died = Promise.withResolvers<never>();

  constructor(functionName: string) {
    this.functionName = functionName;
  }
}

const current = new AsyncLocalStorage<Invocation | undefined>();
const oneIn = 40;
const forEver = (): Promise<never> => new Promise(() => undefined);
/** As Lambda answers for a function whose process has ended. */
const exited = (): Error =>
  Object.assign(new Error("RequestId: simulated Error: Runtime exited with error: signal: killed"), {
    name: "Runtime.ExitError",
  });

/** Runs the function's own code, which its death ends alone. */
export const asInvocation = (name: string, run: () => Promise<unknown>): Promise<unknown> => {
  const invocation = new Invocation(name);
  return current.run(invocation, () => Promise.race([run(), invocation.died.promise]));
};

/** What does not end with the function that asks for it. */
export const beyondInvocation = <Result>(run: () => Result): Result => current.run(undefined, run);

/**
 * A call by which a function changes something: before it or after it the function may die, or stop until Lambda's timeout ends it. Reads are
 * shared between functions of this process, and whoever is dead may read.
 */
export async function mayDie<Answer>(
  label: string,
  { random, faults }: { readonly random: SeededRandom; readonly faults: FaultLog },
  call: () => Promise<Answer>,
): Promise<Answer> {
  const invocation = current.getStore();
  if (invocation === undefined) return call();
  if (invocation.isDead) return forEver();
  const [isFault, isBefore, isSilent] = [
    faults.isDue("functions", random, oneIn),
    random.isOneIn(2),
    random.isOneIn(4),
  ];
  if (!isFault) return call();
  const how = `${isSilent ? "hangs" : "dies"} ${isBefore ? "before" : "after"}`;
  if (!faults.begins("functions", `${invocation.functionName} ${how} ${label}`)) return call();
  if (!isBefore) await call().catch(() => undefined);
  invocation.isDead = true;
  if (!isSilent) invocation.died.reject(exited());
  return forEver();
}
