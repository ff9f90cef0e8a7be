import type { Command } from "commander";
import type { TaskHistory } from "#shared/contracts/api/responses/schedule-response.ts";
import { everyItem } from "#shared/values/every-item.ts";
import { type SteeringFlags, steeredBy, withSteeringOptions } from "../../batch/batch-options.ts";
import { askFarm, type FarmFlags, withFarmFlags } from "../../find-farm.ts";
import { percent } from "../../terminal/figures.ts";
import { table } from "../../terminal/table.ts";
import { jsonList, out, say } from "../../terminal/terminal.ts";
import { taskId } from "../../trace/task-history.ts";

export const quarantineCommand = (command: Command): Command => {
  withSteeringOptions(command.command("add"))
    .argument("<task>", "a task's id", taskId)
    .description("keep a flaky task from failing CI; it still runs and is reported")
    .action(async (task: string, options: SteeringFlags) => {
      const added = await (await askFarm(options.dir))("quarantineTask", { task, body: steeredBy(options) });
      say(
        options,
        added,
        `Task ${added.taskId} is in quarantine. From the next run on, it does not fail CI.`,
      );
    });
  withFarmFlags(command.command("remove"))
    .argument("<task>", "a task's id", taskId)
    .description("let a task fail CI again")
    .action(async (task: string, options: FarmFlags) => {
      const removed = await (await askFarm(options.dir))("unquarantineTask", { task });
      say(options, removed, `Task ${removed.taskId} is out of quarantine.`);
    });
  withFarmFlags(command.command("list"))
    .description("list tasks in quarantine, and tasks flaky enough for it")
    .action(listQuarantine);
  return command;
};

/** A tenant may have very many tasks: who has more asks page by page. */
const mostLooked = 1_000;

async function listQuarantine(options: FarmFlags): Promise<void> {
  const ask = await askFarm(options.dir);
  const { items } = await ask("listQuarantine");
  const candidates: TaskHistory[] = [];
  let looked = 0;
  for await (const task of everyItem<TaskHistory>((cursor) =>
    ask("listTaskHistories", { query: { limit: 100, cursor } }),
  )) {
    if (task.candidate) candidates.push(task);
    looked += 1;
    if (looked >= mostLooked) break;
  }
  if (options.json)
    return jsonList({
      items,
      ...{ candidates: candidates.map(({ taskId: id, flips }) => ({ taskId: id, flips })) },
    });
  table(
    ["task", "since", "by", "why"],
    items.map(({ taskId: id, since, by, reason }) => [id, since.slice(0, 10), by, reason]),
  );
  if (candidates.length === 0) return;
  out("\nThese tasks are flaky, but not in quarantine:");
  table(
    ["task", "flips"],
    candidates.map(({ taskId: id, flips: { changes, of, rate } }) => [
      id,
      `${changes} of ${of} (${percent(rate)})`,
    ]),
  );
}
