import type { PlannedTask } from "#shared/contracts/api/responses/forecast-response.ts";
import { grouped } from "#shared/rules/statistics/ended-run.ts";

type Line = Pick<PlannedTask, "taskId" | "variant"> & Pick<Partial<PlannedTask>, "model">;

/** Each task with each variant and model once, with the number of its lines. */
export const plannedTasks = (lines: Iterable<Line>): readonly PlannedTask[] =>
  [...grouped(lines, ({ taskId, variant, model = "" }) => `${taskId} ${variant} ${model}`).values()].flatMap(
    (some) => {
      const [first] = some;
      return first === undefined ? [] : [{ ...first, runs: some.length }];
    },
  );
