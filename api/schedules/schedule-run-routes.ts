import type { Services } from "#agent/runtime/services.ts";
import type { ScheduleRunResponse } from "#shared/contracts/api/responses/schedule-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { Schedule, ScheduleRun } from "#shared/contracts/batch/schedule.ts";
import { ScheduleDiff } from "#shared/contracts/batch/schedule-diff.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { findSchedule } from "./schedule-routes.ts";

export const listScheduleRuns: RouteHandler<Routes["listScheduleRuns"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const { scheduleId } = await findSchedule(tenantId, parameters.name, runtime);
  const page = await runtime.repositories.scheduleRuns.list(tenantId, scheduleId, query);
  return { ...page, items: [...page.items] };
};

export const readScheduleRun: RouteHandler<Routes["readScheduleRun"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const schedule = await findSchedule(tenantId, parameters.name, runtime);
  const { run: asked } = parameters;
  const run =
    asked === "latest"
      ? await latest(schedule, runtime)
      : await runtime.repositories.scheduleRuns.get(tenantId, schedule.scheduleId, asked);
  if (run === null)
    throw new DroverError(
      "NotFound",
      asked === "latest"
        ? `No run of '${schedule.name}' has ended yet.`
        : `Schedule '${schedule.name}' has no run ${asked}.`,
    );
  return withDiff(run, runtime);
};

const mostLookedBack = 100;

async function latest(
  { tenantId, scheduleId }: Schedule,
  { repositories }: Pick<Services, "repositories">,
): Promise<ScheduleRun | null> {
  const { items } = await repositories.scheduleRuns.list(tenantId, scheduleId, { limit: mostLookedBack });
  return items.find(({ diffKey }) => diffKey !== undefined) ?? null;
}

async function withDiff(
  run: ScheduleRun,
  { artifacts }: Pick<Services, "artifacts">,
): Promise<ScheduleRunResponse> {
  if (run.diffKey === undefined) return run;
  return { ...run, diff: await artifacts.getJson(run.diffKey, ScheduleDiff) };
}
