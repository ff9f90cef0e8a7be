import type { Command } from "commander";
import type { PoolResponse } from "#shared/contracts/api/responses/pool-response.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { farmClient } from "../../farm-client.ts";
import { dirOption } from "../../find-farm.ts";
import { poolName } from "../../options/option-values.ts";
import { table } from "../../terminal/table.ts";
import { json, out, plain } from "../../terminal/terminal.ts";

interface Options {
  readonly dir: string;
  readonly json?: boolean;
}

export const poolsCommand = (command: Command): Command => {
  withOptions(command.command("create").argument("<name>", "the pool", poolName))
    .description("make a pool with its queues, or adopt queues that are there; hosts then serve it")
    .action(async (name: string, options: Options) => {
      const made = await (await farmClient(options.dir)).createPool(name);
      if (options.json) json(made);
      else
        out(
          plain(
            `Pool ${made.pool} is there, its queues ${made.queues}. Serve it: drover host --pool ${name}`,
          ),
        );
    });
  withOptions(command.command("list")).description("list pools by name").action(list);
  withOptions(command.command("show").argument("<name>", "the pool", poolName))
    .description("how many jobs wait in a pool, and which hosts serve it")
    .action(show);
  withOptions(command.command("remove").argument("<name>", "the pool", poolName))
    .description("remove a pool that no host serves and in which no job waits, with its queues")
    .action(async (name: string, options: Options) => {
      const removed = await (await farmClient(options.dir)).removePool(name);
      if (options.json) json(removed);
      else out(plain(`Pool ${removed.pool} is removed.`));
    });
  return command;
};

const withOptions = (command: Command): Command =>
  command.option("--json", "print as JSON").option(...dirOption);

async function list(options: Options): Promise<void> {
  const client = await farmClient(options.dir);
  const items = await Array.fromAsync(
    everyItem<PoolResponse>((cursor) => client.pools({ limit: 100, cursor })),
  );
  if (options.json) return json(items);
  const rows = items.map(({ pool, apiLevel }) => [
    pool,
    apiLevel === undefined ? "no device yet" : String(apiLevel),
  ]);
  table(["pool", "Android API level"], rows);
}

async function show(name: string, options: Options): Promise<void> {
  const pool = await (await farmClient(options.dir)).pool(name);
  if (options.json) return json(pool);
  const { high = 0, normal = 0, low = 0 } = pool.waiting;
  table(
    ["pool", "Android API level", "waiting high", "normal", "low", "hosts"],
    [
      [
        pool.pool,
        pool.apiLevel === undefined ? "no device yet" : String(pool.apiLevel),
        String(high),
        String(normal),
        String(low),
        pool.hosts.join(" ") || "none",
      ],
    ],
  );
}
