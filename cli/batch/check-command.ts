import type { Command } from "commander";
import { configOption } from "../config-file.ts";
import { dirOption, type FarmFlags } from "../find-farm.ts";
import { someText } from "../options/option-values.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { counted } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { json, out } from "../terminal/terminal.ts";
import { costAtMost, knownModels, type VariantCost } from "./cost-at-most.ts";
import { readTasksFile, type TasksFlags, withTasksOptions } from "./tasks-options.ts";

interface CheckOptions extends TasksFlags, FarmFlags {
  readonly config?: string;
}

export const batchCheckCommand = (command: Command): Command =>
  withTasksOptions(command)
    .argument("<file>", "the tasks: .yaml, .json, .jsonl or .csv", someText)
    .option("--json", "print the resulting jobs as JSON, with every task's id")
    .option(...configOption)
    .option(...dirOption)
    .action(checkTasks);

async function checkTasks(name: string, options: CheckOptions): Promise<void> {
  const { lines, taskCount, variants, needed } = await readTasksFile(name, options);
  const costs = costAtMost(lines, await knownModels(options.dir, options.config));
  const refused = costs.filter(({ refusal }) => refusal !== undefined);
  if (refused.length > 0)
    throw new CommandFailure(
      exitCodes.usage,
      refused.map(({ variant, refusal }) => `${variant}: limits.costUsd ${refusal}`).join("\n"),
    );
  if (options.json) {
    const taskIds = [...new Set(lines.map(({ taskId }) => taskId))];
    return json({ tasks: taskCount, variants, jobs: lines.length, needed, costs, taskIds });
  }
  out(
    `${counted(taskCount, "task")} × ${counted(variants.length, "variant")}: ${counted(lines.length, "job")}`,
  );
  table(["variant", "model", "jobs", "tokens at most", "cost at most"], costs.map(costRow));
  out(totalText(costs));
}

const costRow = ({ variant, model, jobs, tokens, usd }: VariantCost): string[] => [
  variant,
  model ?? "the farm's default",
  jobs.toLocaleString("en"),
  tokens.toLocaleString("en"),
  usd === undefined ? "no price" : dollars(usd),
];

const dollars = (usd: number): string => `$${usd.toFixed(2)}`;

function totalText(costs: readonly VariantCost[]): string {
  const priced = costs.flatMap(({ usd }) => usd ?? []);
  const total = dollars(priced.reduce((sum, usd) => sum + usd, 0));
  if (priced.length === costs.length) return `at most ${total} if every job runs once to its limits`;
  if (priced.length === 0) return "the cost is unknown: none of its models has a known price";
  const without = costs.length - priced.length;
  return `at most ${total} and what ${counted(without, "variant")} without a known price will cost: limit tokens, or set 'prices' in drover.config.ts`;
}
