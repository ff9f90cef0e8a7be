import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { reservedConcurrency } from "#shared/domain/concurrency/reserved-concurrency.ts";
import type { DroverFunction } from "./drover-function.ts";
import type { Settings } from "./settings.ts";

/** Gives the functions what they have for themselves. @throws Error that says what does not fit */
export function reserveConcurrency(
  made: readonly DroverFunction[],
  { accountConcurrency, scale }: Settings,
): void {
  const reserved = reservedConcurrency(accountConcurrency, scale);
  for (const one of made) {
    const count = reserved.get(one.droverName);
    if (count !== undefined) (one.node.defaultChild as CfnFunction).reservedConcurrentExecutions = count;
  }
}
