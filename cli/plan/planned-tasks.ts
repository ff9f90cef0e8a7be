import { mostPlannedTasks, PlannedTask } from "#shared/contracts/api/responses/forecast-response.ts";
import { grouped } from "#shared/rules/statistics/ended-run.ts";
import type { SentLine } from "../tasks/expand-tasks.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** The lines as a forecast asks for them: what runs again and again is one task with a count. @throws CommandFailure */
export function plannedTasks(lines: readonly SentLine[]): PlannedTask[] {
  const same = grouped(lines, ({ taskId, variant = "default", request }) =>
    JSON.stringify([taskId, variant, request.models?.agent?.model]),
  );
  if (same.size > mostPlannedTasks)
    throw new CommandFailure(
      exitCodes.usage,
      `The file makes ${same.size} different tasks, and a forecast takes ${mostPlannedTasks}.`,
      ["Forecast a part: choose with --task, --exclude or --limit."],
    );
  return [...same.values()].flatMap((some) => {
    const [first] = some;
    if (first === undefined) return [];
    const { taskId, variant, request } = first;
    return [PlannedTask.parse({ taskId, variant, model: request.models?.agent?.model, runs: some.length })];
  });
}
