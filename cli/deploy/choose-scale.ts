import {
  GetAccountSettingsCommand,
  GetFunctionConcurrencyCommand,
  type LambdaClient,
  paginateListFunctions,
} from "@aws-sdk/client-lambda";
import {
  keptUnreserved,
  reservedConcurrency,
  type Scale,
  scales,
} from "#shared/rules/reserved-concurrency.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** What a deployment may reserve of Lambda's concurrent executions, in its account and region. */
export interface LambdaRoom {
  /** Of all functions together. */
  readonly limit: number;
  /** What nobody has reserved, with what this deployment itself has of an earlier time, less what Lambda keeps for others. */
  readonly reservable: number;
}

export async function readLambdaRoom(lambda: LambdaClient, stage: string): Promise<LambdaRoom> {
  const { AccountLimit } = await lambda.send(new GetAccountSettingsCommand({}));
  const { ConcurrentExecutions: limit = 0, UnreservedConcurrentExecutions: unreserved = 0 } =
    AccountLimit ?? {};
  let own = 0;
  for await (const { Functions: functions = [] } of paginateListFunctions({ client: lambda }, {}))
    for (const { FunctionName = "" } of functions) {
      if (!FunctionName.startsWith(`Drover-${stage}-`)) continue;
      const { ReservedConcurrentExecutions = 0 } = await lambda.send(
        new GetFunctionConcurrencyCommand({ FunctionName }),
      );
      own += ReservedConcurrentExecutions;
    }
  return { limit, reservable: unreserved + own - keptUnreserved };
}

/** What functions have for themselves; null where the account has too little for each to have any. */
function reservedBy(scale: Scale, limit: number): number | null {
  try {
    return [...reservedConcurrency(limit, scale).values()].reduce((sum, count) => sum + count, 0);
  } catch {
    return null;
  }
}

const fits = (scale: Scale, { limit, reservable }: LambdaRoom): boolean => {
  const sum = reservedBy(scale, limit);
  return sum !== null && sum <= Math.max(0, reservable);
};

/**
 * The scale that was asked for, else the largest that fits.
 * @throws CommandFailure when the one that was asked for would be refused by Lambda, after other stacks were made
 */
export function chooseScale(room: LambdaRoom, asked: Scale | undefined, link: string): Scale {
  const largestFirst = (Object.keys(scales) as Scale[]).toReversed();
  const largest = largestFirst.find((scale) => fits(scale, room)) ?? "small";
  if (asked === undefined || fits(asked, room)) return asked ?? largest;
  const sum = reservedBy(asked, room.limit);
  const needs = sum === null ? "more than the account's limit" : `${sum}`;
  throw new CommandFailure(
    exitCodes.error,
    `The setting scale=${asked} does not fit: it reserves ${needs} of Lambda's concurrent executions, and ${Math.max(0, room.reservable)} of ${room.limit} can be reserved in this account and region. Ask for more at ${link} or deploy with --context scale=${largest}.`,
  );
}
