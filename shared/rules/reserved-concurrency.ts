import { type FunctionName, functionNames, functions } from "../contracts/functions/functions.ts";

/** Lambda's default concurrency of an account and region. */
export const usualAccountConcurrency = 1_000;
/** The concurrent executions of an account that Lambda keeps for functions without a reservation. */
export const keptUnreserved = 100;
/** Of one function: while one invocation ends what it does, another can begin. */
const fewest = 2;

/** The share of an account's reservable concurrency that a deployment uses, in percent. `small` fits beside anything, in a new account too. */
export const scales = { small: 0, medium: 25, large: 100 } as const;
export type Scale = keyof typeof scales;

/**
 * How many of the account's concurrent executions each function has for itself, which is also the most that it gets: the shares of
 * contracts/functions.ts of what the scale takes. Functions without a share have the rest together.
 * @throws Error with the settings that do not fit
 */
export function reservedConcurrency(
  accountConcurrency: number,
  scale: Scale,
): ReadonlyMap<FunctionName, number> {
  if (scales[scale] === 0) return new Map();
  const reservable = Math.floor(((accountConcurrency - keptUnreserved) * scales[scale]) / 100);
  const reserved = new Map(
    functionNames.flatMap((name) => {
      const share = shareOf(name);
      return share === undefined
        ? []
        : [[name, Math.max(fewest, Math.floor((reservable * share) / 100))] as const];
    }),
  );
  const sum = [...reserved.values()].reduce((total, count) => total + count, 0);
  if (sum <= reservable) return reserved;
  throw new Error(
    `accountConcurrency ${accountConcurrency} is too low for scale=${scale}: ${reserved.size} functions reserve ${sum} concurrent executions, and Lambda keeps ${keptUnreserved} unreserved. ` +
      "Ask for more under Service Quotas > AWS Lambda > Concurrent executions and give your quota with --context accountConcurrency=<number>; or deploy with --context scale=small, which reserves none.",
  );
}

/** In percent. */
function shareOf(name: FunctionName): number | undefined {
  const record = functions[name];
  return "concurrencyShare" in record ? record.concurrencyShare : undefined;
}
