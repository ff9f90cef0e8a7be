import { plannedTasks } from "#batches/forecast/planned-tasks.ts";
import { mostPlannedTasks, PlannedTask } from "#shared/contracts/api/responses/forecast-response.ts";
import type { SentLine } from "../tasks/expand-tasks.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";

/** The lines as a forecast asks for them. @throws CommandFailure */
export function askedTasks(lines: readonly SentLine[]): PlannedTask[] {
  const tasks = plannedTasks(
    lines.map(({ taskId, variant, request }) =>
      PlannedTask.omit({ runs: true }).parse({ taskId, variant, model: request.models?.agent?.model }),
    ),
  );
  if (tasks.length <= mostPlannedTasks) return [...tasks];
  throw new CommandFailure(
    exitCodes.usage,
    `The file makes ${tasks.length} different tasks, and a forecast takes ${mostPlannedTasks}.`,
    ["Forecast a part: choose with --task, --exclude or --limit."],
  );
}
