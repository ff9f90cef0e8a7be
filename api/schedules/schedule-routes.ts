import { ScheduleExpressionRefused, scheduleTimes } from "@drover/aws-local/schedule-times";
import type { Services } from "#agent/runtime/services.ts";
import { beginRun } from "#batches/schedules/begin-run.ts";
import { keepManifest } from "#batches/schedules/kept-manifest.ts";
import { putSchedule, removeFromService } from "#batches/schedules/schedule-service.ts";
import type { ScheduleResponse } from "#shared/contracts/api/responses/schedule-response.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import {
  BatchNamePattern,
  type Schedule,
  ScheduleId,
  type ScheduleName,
} from "#shared/contracts/batch/schedule.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { checkRoom } from "#shared/rules/check-room.ts";
import { defined } from "#shared/values/defined.ts";
import { type RouteHandler, RouteResponse } from "../http/http-route.ts";

/** Stores the record first, so that no unknown schedule becomes due; if the service refuses it, the record is removed. */
export const createSchedule: RouteHandler<Routes["createSchedule"]> = async ({ tenantId, body }, runtime) => {
  const { name, paused, settings, lines, uploadId, defaults, batchName, ...timing } = body;
  checkTiming(timing, runtime.now());
  const { schedules } = runtime.repositories;
  checkRoom("schedules", (await schedules.list(tenantId)).length);
  const scheduleId = ScheduleId.parse(runtime.newId());
  const kept = await keepManifest({ tenantId, scheduleId, settings }, { lines, uploadId, defaults }, runtime);
  const at = runtime.now().toISOString();
  const schedule: Schedule = {
    schemaVersion: 1,
    revision: 0,
    ...{ tenantId, name, scheduleId, settings, createdAt: at, changedAt: at },
    status: paused ? "paused" : "enabled",
    batchName: batchName ?? BatchNamePattern.parse(`${name}-{{run}}`),
    ...timing,
    ...kept,
  };
  if (!(await schedules.create(schedule))) {
    await runtime.artifacts.remove(kept.manifestKey);
    throw new DroverError("ScheduleState", `A schedule '${name}' exists already.`, {
      details: { errors: [fieldError("name", name, "is the name of another schedule")] },
    });
  }
  try {
    await putSchedule(schedule, runtime);
  } catch (error) {
    await schedules.remove(tenantId, name);
    await runtime.artifacts.remove(kept.manifestKey);
    throw error;
  }
  runtime.logger.info("schedule made", { schedule: name, scheduleId });
  return new RouteResponse({
    body: scheduleView(schedule, runtime.now()),
    headers: { location: `/v1/schedules/${name}` },
  });
};

export const listSchedules: RouteHandler<Routes["listSchedules"]> = async (
  { tenantId },
  { repositories, now },
) => ({
  items: (await repositories.schedules.list(tenantId)).map((schedule) => scheduleView(schedule, now())),
});

export const readSchedule: RouteHandler<Routes["readSchedule"]> = async ({ tenantId, parameters }, runtime) =>
  scheduleView(await findSchedule(tenantId, parameters.name, runtime), runtime.now());

export const changeSchedule: RouteHandler<Routes["changeSchedule"]> = async (
  { tenantId, parameters, body },
  runtime,
) => {
  const before = await findSchedule(tenantId, parameters.name, runtime);
  const { lines, uploadId, defaults, paused, flexibleMinutes, ...rest } = body;
  const { expression = before.expression, timezone = before.timezone, settings = before.settings } = rest;
  if (rest.expression !== undefined || rest.timezone !== undefined)
    checkTiming({ expression, timezone }, runtime.now());
  const sends = lines !== undefined || uploadId !== undefined;
  const kept = sends
    ? await keepManifest({ ...before, settings }, { lines, uploadId, defaults }, runtime)
    : {};
  const change = {
    ...defined(rest),
    ...kept,
    ...(paused === undefined ? {} : { status: paused ? ("paused" as const) : ("enabled" as const) }),
    ...(flexibleMinutes === undefined ? {} : { flexibleMinutes: flexibleMinutes ?? undefined }),
    changedAt: runtime.now().toISOString(),
  };
  const schedule = await runtime.repositories.schedules.change(tenantId, before.name, (now) =>
    now.scheduleId === before.scheduleId ? change : null,
  );
  if (schedule === null) throw noSuchSchedule(before.name);
  await putSchedule(schedule, runtime);
  if (sends) await runtime.artifacts.remove(before.manifestKey);
  return scheduleView(schedule, runtime.now());
};

/** What is due no more is then forgotten. */
export const removeSchedule: RouteHandler<Routes["removeSchedule"]> = async (
  { tenantId, parameters },
  runtime,
) => {
  const schedule = await findSchedule(tenantId, parameters.name, runtime);
  await removeFromService(schedule, runtime);
  await runtime.repositories.schedules.remove(tenantId, schedule.name);
  await runtime.artifacts.remove(schedule.manifestKey);
  return scheduleView(schedule, runtime.now());
};

const secondMilliseconds = 1_000;

export const runSchedule: RouteHandler<Routes["runSchedule"]> = async ({ tenantId, parameters }, runtime) => {
  const schedule = await findSchedule(tenantId, parameters.name, runtime);
  const second = Math.floor(runtime.now().getTime() / secondMilliseconds) * secondMilliseconds;
  return beginRun(schedule, { scheduledAt: new Date(second).toISOString(), trigger: "person" }, runtime);
};

/** @throws NotFound */
export async function findSchedule(
  tenantId: TenantId,
  name: ScheduleName,
  { repositories }: Pick<Services, "repositories">,
): Promise<Schedule> {
  const schedule = await repositories.schedules.get(tenantId, name);
  if (schedule === null) throw noSuchSchedule(name);
  return schedule;
}

const noSuchSchedule = (name: ScheduleName): DroverError =>
  new DroverError("NotFound", `There is no schedule '${name}'.`);

/** What is never due would be waited for in vain. @throws InvalidRequest */
function checkTiming({ expression, timezone }: Pick<Schedule, "expression" | "timezone">, now: Date): void {
  try {
    const next = scheduleTimes(expression, timezone).next(now, now);
    if (next === null)
      throw new ScheduleExpressionRefused("expression", "will never be due: use a time in the future");
  } catch (error) {
    if (!(error instanceof ScheduleExpressionRefused)) throw error;
    const { field, message } = error;
    throw invalidRequest([fieldError(field, field === "timezone" ? timezone : expression, message)]);
  }
}

function scheduleView(schedule: Schedule, now: Date): ScheduleResponse {
  const { expression, timezone, status, createdAt } = schedule;
  const next =
    status === "paused" ? null : scheduleTimes(expression, timezone).next(now, new Date(createdAt));
  return { ...schedule, ...defined({ nextAt: next?.toISOString() }) };
}
