import type { startEngine } from "@drover/step-functions";
import { type MachineName, machineNames } from "#shared/contracts/farm/machines.ts";

// biome-ignore lint/suspicious/noExplicitAny: a test reads whatever the definition sends
export type Sent = Record<string, any>;

/** One execution of one of the machines, with what it came to. */
export interface Ran {
  readonly machine: MachineName;
  readonly name: string;
  readonly status: string;
  readonly input: Sent;
  readonly output: Sent | undefined;
  /** Names of the states in the order in which they were entered. */
  readonly states: readonly string[];
  readonly events: readonly Sent[];
}

export const accountId = "000000000000";
export const machineArn = (machine: MachineName): string =>
  `arn:aws:states:us-east-1:${accountId}:stateMachine:${machine}`;
export const executionArn = (machine: MachineName, name: string): string =>
  `arn:aws:states:us-east-1:${accountId}:execution:${machine}:${name}`;

export type Api = Awaited<ReturnType<typeof startEngine>>["api"];

interface Listed {
  readonly machine: MachineName;
  readonly name: string;
  readonly executionArn: string;
  readonly status: string;
  readonly startDate: number;
}

/** In the order in which they were started. */
export async function listed(api: Api): Promise<readonly Listed[]> {
  const lists = await Promise.all(
    machineNames.map(async (machine) => {
      const stateMachineArn = machineArn(machine);
      const { executions } = (await api.call("ListExecutions", { stateMachineArn })) as Sent;
      return executions.toReversed().map((found: Sent) => ({ ...found, machine }));
    }),
  );
  const all: Listed[] = lists.flat();
  return [...all, ...(await childrenOf(api, all))].toSorted((a, b) => a.startDate - b.startDate);
}

/** The children of Maps, which only their Map Runs list. */
async function childrenOf(api: Api, parents: readonly Listed[]): Promise<readonly Listed[]> {
  const batches = parents.filter(({ machine }) => machine === "batch");
  const lists = await Promise.all(
    batches.map(async ({ executionArn: arn }) => {
      const { mapRuns } = (await api.call("ListMapRuns", { executionArn: arn })) as Sent;
      return Promise.all(
        mapRuns.map(async ({ mapRunArn }: Sent) => {
          const { executions } = (await api.call("ListExecutions", { mapRunArn })) as Sent;
          return executions.map((found: Sent) => ({ ...found, machine: "batch" }));
        }),
      );
    }),
  );
  return lists.flat(2);
}

export async function readExecution(api: Api, { machine, name, executionArn: arn }: Listed): Promise<Ran> {
  const { status, input, output } = (await api.call("DescribeExecution", { executionArn: arn })) as Sent;
  const events = await eventsOf(api, arn);
  return {
    machine,
    name,
    status,
    input: JSON.parse(input),
    output: output === undefined ? undefined : JSON.parse(output),
    states: events.flatMap((event) => event.stateEnteredEventDetails?.name ?? []),
    events,
  };
}

async function eventsOf(api: Api, arn: string): Promise<readonly Sent[]> {
  const all: Sent[] = [];
  let nextToken: string | undefined;
  do {
    const request = {
      executionArn: arn,
      maxResults: 1_000,
      ...(nextToken === undefined ? {} : { nextToken }),
    };
    const page = (await api.call("GetExecutionHistory", request)) as Sent;
    all.push(...page.events);
    nextToken = page.nextToken;
  } while (nextToken !== undefined);
  return all;
}
