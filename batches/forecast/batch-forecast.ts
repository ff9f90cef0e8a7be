import { stageOf } from "#agent/environment/stage-of.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { mostPlannedTasks, type PlannedTask } from "#shared/contracts/api/responses/forecast-response.ts";
import type { Batch } from "#shared/contracts/batch/batch.ts";
import type { StoredForecast } from "#shared/contracts/batch/forecast.ts";
import { grouped } from "#shared/rules/statistics/ended-run.ts";
import { makeForecast } from "./make-forecast.ts";

type Line = Pick<PlannedTask, "taskId" | "variant">;

/** Each task with each variant once, with the number of its lines. */
export const plannedTasks = (
  lines: Iterable<Line & Pick<Partial<PlannedTask>, "model">>,
): readonly PlannedTask[] =>
  [...grouped(lines, ({ taskId, variant, model = "" }) => `${taskId} ${variant} ${model}`).values()].flatMap(
    (some) => {
      const [first] = some;
      return first === undefined ? [] : [{ ...first, runs: some.length }];
    },
  );

/** What is expected of the run that begins with these lines; undefined where it cannot be told: no batch waits or fails for it. */
export async function batchForecast(
  { tenantId, batchId, run, settings }: Batch,
  lines: readonly Line[],
  runtime: Runtime<"prepare-round">,
): Promise<StoredForecast | undefined> {
  const tasks = plannedTasks(lines.map(({ taskId, variant }) => ({ taskId, variant })));
  if (tasks.length === 0 || tasks.length > mostPlannedTasks) return undefined;
  try {
    const { jobs, seconds, usd, binds, history } = await makeForecast(
      { tenantId, stage: stageOf(runtime) },
      tasks,
      { concurrency: settings.concurrency, retry: settings.retry },
      runtime,
    );
    const at = runtime.now().toISOString();
    return { at, run, jobs, pastJobs: history.jobs, seconds, usd, binds };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    runtime.logger.error("no forecast of the batch", { batchId, reason });
    return undefined;
  }
}
