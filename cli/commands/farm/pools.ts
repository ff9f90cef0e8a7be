import type { Command } from "commander";
import type { PoolResponse } from "#shared/contracts/api/responses/pool-response.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { farmClient } from "../../farm-client.ts";
import { type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { poolName } from "../../options/option-values.ts";
import { list, table } from "../../terminal/table.ts";
import { json, say } from "../../terminal/terminal.ts";

export const poolsCommand = (command: Command): Command => {
  withFarmFlags(command.command("create").argument("<name>", "the pool", poolName))
    .description("create a pool with its queues, or adopt existing queues")
    .action(async (name: string, options: FarmFlags) => {
      const made = await (await farmClient(options.dir)).createPool(name);
      say(
        options,
        made,
        `Pool ${made.pool} exists; its queues are ${made.queues}. Serve it: drover hosts run --pool ${name}`,
      );
    });
  withFarmFlags(command.command("list")).description("list pools by name").action(listPools);
  withFarmFlags(command.command("show").argument("<name>", "the pool", poolName))
    .description("show a pool's waiting jobs and its hosts")
    .action(show);
  withFarmFlags(command.command("remove").argument("<name>", "the pool", poolName))
    .description("remove a pool without hosts and waiting jobs, and its queues")
    .action(async (name: string, options: FarmFlags) => {
      const removed = await (await farmClient(options.dir)).removePool(name);
      say(options, removed, `Pool ${removed.pool} is removed.`);
    });
  return command;
};

const apiLevelOf = ({ apiLevel }: Pick<PoolResponse, "apiLevel">): string =>
  String(apiLevel ?? "no device yet");

async function listPools(options: FarmFlags): Promise<void> {
  const client = await farmClient(options.dir);
  const items = await Array.fromAsync(
    everyItem<PoolResponse>((cursor) => client.pools({ limit: 100, cursor })),
  );
  list(options, { items }, ["pool", "Android API level"], (pool) => [pool.pool, apiLevelOf(pool)]);
}

async function show(name: string, options: FarmFlags): Promise<void> {
  const pool = await (await farmClient(options.dir)).pool(name);
  if (options.json) return json(pool);
  const { high = 0, normal = 0, low = 0 } = pool.waiting;
  table(
    ["pool", "Android API level", "waiting high", "normal", "low", "hosts"],
    [[pool.pool, apiLevelOf(pool), ...[high, normal, low].map(String), pool.hosts.join(" ") || "none"]],
  );
}
