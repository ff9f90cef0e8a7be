import type { TaskHistory } from "#shared/contracts/api/responses/schedule-response.ts";
import type { TaskRun } from "#shared/contracts/batch/task-runs.ts";
import { TaskId } from "#shared/contracts/values/batch-ids.ts";
import { mostlySucceeded } from "#shared/rules/statistics/flip-figures.ts";
import type { FarmFlags } from "../find-farm.ts";
import { askFarm } from "../find-farm.ts";
import { valueBy } from "../options/option-values.ts";
import { dollars, percent, seconds } from "../terminal/figures.ts";
import { table } from "../terminal/table.ts";
import { json, jsonList, out } from "../terminal/terminal.ts";

export const taskId = valueBy(TaskId, "Give a task's id: 1 to 100 letters, digits, '.', '_' or '-'.");

/** One task's runs; of all tasks, without one. */
export async function showHistory(
  named: string | undefined,
  options: FarmFlags & { readonly limit: number },
): Promise<void> {
  const ask = await askFarm(options.dir);
  if (named === undefined) {
    const page = await ask("listTaskHistories", { query: { limit: options.limit } });
    return options.json ? jsonList(page) : reportTasks(page.items);
  }
  const history = await ask("readTaskHistory", { task: taskId(named) });
  return options.json ? json(history) : reportTask(history);
}

/** `.` passed, `F` failed, `~` its runs did not agree, `?` none counted; the oldest first. */
const cell = (run: TaskRun): string =>
  run.runs === 0 ? "?" : run.mixed ? "~" : mostlySucceeded(run) ? "." : "F";

const strip = (runs: readonly TaskRun[]): string => runs.map(cell).join("");

const flips = ({ flips: { changes, of, rate } }: TaskHistory): string =>
  rate === null ? "-" : `${changes} of ${of} (${percent(rate)})`;

const note = ({ quarantined, candidate }: TaskHistory): string =>
  quarantined ? "quarantined" : candidate ? "flaky: quarantine it?" : "";

function reportTasks(tasks: readonly TaskHistory[]): void {
  table(
    ["task", "last runs", "success", "flips", ""],
    tasks.map((task) => [
      task.taskId,
      strip(task.runs.slice(-30)),
      percent(task.successRate),
      flips(task),
      note(task),
    ]),
  );
  out("\n. passed   F failed   ~ mixed   ? inconclusive   (oldest first)");
}

function reportTask(task: TaskHistory): void {
  const said = note(task);
  out(
    `${task.taskId}  ${strip(task.runs)}  success ${percent(task.successRate)}, flips ${flips(task)}${said && `, ${said}`}\n`,
  );
  table(
    ["at", "batch", "variant", "success", "time", "cost", "job"],
    task.runs
      .toReversed()
      .map((run) => [
        `${run.at.slice(0, 16).replace("T", " ")}`,
        run.batchName,
        run.variant,
        `${run.successes}/${run.runs}${run.mixed ? " ~" : ""}`,
        run.milliseconds === undefined ? "-" : seconds(run.milliseconds),
        dollars(run.costUsd ?? null),
        run.jobId,
      ]),
  );
}
