import { type FunctionName, functionNames, functions } from "../../contracts/functions.ts";

/** What Lambda runs at once in an account and region that nobody has asked more for. */
export const usualAccountConcurrency = 1_000;
/** Lambda leaves so many of an account's concurrent executions to functions that reserve none, and takes no reservation of them. */
const unreserved = 100;
/** Of one function: while one invocation ends what it does, another can begin. */
const fewest = 2;

/**
 * How many of the account's concurrent executions each function has for itself, which is also the most that it gets: the shares of
 * contracts/functions.ts of what Lambda lets reserve. Functions without a share have the rest together.
 * @throws Error that says what does not fit
 */
export function reservedConcurrency(accountConcurrency: number): ReadonlyMap<FunctionName, number> {
  const reservable = accountConcurrency - unreserved;
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
    `accountConcurrency ${accountConcurrency} is too little: ${reserved.size} functions need ${sum} concurrent executions of their own, and Lambda keeps ${unreserved} for the others. ` +
      "Ask for more under Service Quotas > AWS Lambda > Concurrent executions and say with --context accountConcurrency=<number> what you have; or deploy with --context reserveConcurrency=false, and any function may take all that there is.",
  );
}

/** In percent. */
function shareOf(name: FunctionName): number | undefined {
  const record = functions[name];
  return "concurrencyShare" in record ? record.concurrencyShare : undefined;
}
