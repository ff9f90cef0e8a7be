import {
  DescribeExecutionCommand,
  type DescribeExecutionOutput,
  type ExecutionListItem,
  ExecutionStatus,
  type HistoryEvent,
  ListExecutionsCommand,
  ListStateMachinesCommand,
  paginateGetExecutionHistory,
  SFNClient,
} from "@aws-sdk/client-sfn";
import { duration, historyRows } from "@drover/step-functions";
import { type Command, Option } from "commander";
import { defaultFarmDirectory, farmEnvironment } from "../../find-farm.ts";
import { httpUrl, someText } from "../../options/option-values.ts";
import { wholeNumber } from "../../options/whole-number.ts";
import { CommandFailure } from "../../terminal/command-failure.ts";
import { exitCodes } from "../../terminal/exit-codes.ts";
import { list, table } from "../../terminal/table.ts";
import { cut, json, out, plain, progress } from "../../terminal/terminal.ts";

interface Options {
  readonly endpoint?: string;
  readonly dir: string;
  readonly limit: number;
  readonly status?: ExecutionStatus;
  readonly json?: boolean;
}

export const executionsCommand = (command: Command): Command => {
  const endpoint = () =>
    new Option("--endpoint <url>", "address of another Step Functions API (default: the farm's)")
      .env("AWS_ENDPOINT_URL_SFN")
      .argParser(httpUrl);
  const dir = () =>
    new Option("--dir <dir>", "the farm's directory").default(defaultFarmDirectory).argParser(someText);
  command
    .addOption(endpoint())
    .addOption(dir())
    .option("--limit <n>", "how many per machine", wholeNumber(1, 1_000), 20)
    .addOption(new Option("--status <status>", "only these").choices(Object.values(ExecutionStatus)))
    .option("--json", "print the list as JSON")
    .action((options: Options) => withClient(options, (client) => listExecutions(client, options)));
  command
    .command("show")
    .description("print an execution's history with durations")
    .argument("<id>", "name or ARN of the execution", someText)
    .addOption(endpoint())
    .addOption(dir())
    .option("--json", "print the description and the events as JSON")
    .action((id: string, options: Options) =>
      withClient(options, (client) => showExecution(client, id, options)),
    );
  return command;
};

async function withClient(options: Options, run: (client: SFNClient) => Promise<void>): Promise<void> {
  const environment = options.endpoint === undefined ? await farmEnvironment(options.dir) : process.env;
  const {
    AWS_ENDPOINT_URL_SFN = "",
    AWS_REGION = "us-east-1",
    AWS_ACCESS_KEY_ID = "local",
    AWS_SECRET_ACCESS_KEY = "local",
  } = environment;
  const { endpoint = AWS_ENDPOINT_URL_SFN } = options;
  const client = new SFNClient({
    endpoint,
    region: AWS_REGION,
    credentials: { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY },
    maxAttempts: 2,
  });
  try {
    await run(client);
  } catch (error) {
    if (error instanceof CommandFailure) throw error;
    const { name, message } = error as Error;
    throw new CommandFailure(exitCodes.error, `${endpoint} answered ${name}: ${message}`, [
      "Is the engine running there? Give its address with --endpoint or AWS_ENDPOINT_URL_SFN.",
    ]);
  } finally {
    client.destroy();
  }
}

async function listExecutions(client: SFNClient, options: Options): Promise<void> {
  const { limit, status: wanted } = options;
  const { stateMachines = [] } = await client.send(new ListStateMachinesCommand({ maxResults: 1000 }));
  const found: ExecutionListItem[] = [];
  for (const { stateMachineArn, type } of stateMachines) {
    if (type === "EXPRESS") continue;
    const request = {
      stateMachineArn,
      maxResults: limit,
      ...(wanted ? { statusFilter: wanted } : {}),
    };
    found.push(...((await client.send(new ListExecutionsCommand(request))).executions ?? []));
  }
  found.sort((a, b) => (b.startDate?.getTime() ?? 0) - (a.startDate?.getTime() ?? 0));
  const head = ["execution", "machine", "status", "started (UTC)", "took"];
  list(options, { items: found }, head, ({ name = "", stateMachineArn = "", status = "", ...one }) => [
    ...[name, stateMachineArn.split(":").at(-1) ?? "", status],
    one.startDate?.toISOString().slice(0, 19).replace("T", " ") ?? "",
    one.stopDate && one.startDate ? duration(one.stopDate.getTime() - one.startDate.getTime()) : "",
  ]);
}

async function showExecution(client: SFNClient, id: string, options: Options): Promise<void> {
  const execution = await findExecution(client, id);
  const { executionArn = "", status = "", error, cause } = execution;
  const events: HistoryEvent[] = [];
  for await (const page of paginateGetExecutionHistory({ client, pageSize: 1000 }, { executionArn })) {
    events.push(...(page.events ?? []));
  }
  if (options.json) {
    const { $metadata: _, ...description } = execution as DescribeExecutionOutput & { $metadata?: unknown };
    return json({ ...description, events });
  }
  const rows = historyRows(events).map((row) => [
    row.id,
    row.at,
    row.event,
    row.state,
    row.took,
    cut(row.detail, 80),
  ]);
  table(["id", "at", "event", "state", "took", "detail"], rows);
  out(
    plain(
      `${status}${error === undefined ? "" : ` · ${error}`}${cause === undefined ? "" : `: ${cut(cause, 300)}`}`,
    ),
  );
  progress(plain(executionArn));
}

/** A name may stand under any machine: each is asked for it. */
async function findExecution(client: SFNClient, id: string): Promise<DescribeExecutionOutput> {
  if (id.startsWith("arn:")) return await client.send(new DescribeExecutionCommand({ executionArn: id }));
  const { stateMachines = [] } = await client.send(new ListStateMachinesCommand({ maxResults: 1000 }));
  for (const { stateMachineArn = "" } of stateMachines) {
    const executionArn = `${stateMachineArn.replace(":stateMachine:", ":execution:")}:${id}`;
    try {
      return await client.send(new DescribeExecutionCommand({ executionArn }));
    } catch (error) {
      if ((error as Error).name !== "ExecutionDoesNotExist") throw error;
    }
  }
  throw new CommandFailure(exitCodes.usage, `No execution is named ${id}.`, [
    "'drover executions' lists them.",
  ]);
}
