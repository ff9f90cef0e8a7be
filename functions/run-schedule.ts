import type { Context } from "aws-lambda";
import { errorFields, withContext } from "#agent/environment/runtime-logger.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import { readTenants } from "#api/executions/read-tenant.ts";
import { beginRun, beginWaiting, freeSchedule } from "#batches/schedules/begin-run.ts";
import { settleRun } from "#batches/schedules/settle-run.ts";
import type { Schedule } from "#shared/contracts/batch/schedule.ts";
import { ScheduleCall, type ScheduleDue } from "#shared/contracts/batch/schedule-event.ts";
import { hasEnded } from "#shared/rules/batch/has-ended.ts";
import { inTrace } from "./runtime/in-trace.ts";
import { runtimeFor } from "./runtime/runtime.ts";

type RunRuntime = Runtime<"run-schedule">;

/**
 * Called by EventBridge Scheduler when a schedule is due, at least once each time, and every minute to look after runs: those whose batch ended
 * unnoticed, and those that wait for the previous run. The caller retries its errors.
 */
export async function handler(event: unknown, context: Context): Promise<{ readonly begun: number }> {
  const call = ScheduleCall.parse(event);
  const shared = runtimeFor("run-schedule");
  const logger = withContext(shared.logger, { function: "run-schedule", requestId: context.awsRequestId });
  const runtime = { ...shared, logger };
  const begun = await inTrace("run-schedule", undefined, runtime, () =>
    "look" in call ? lookAfterAll(runtime) : runDue(call, runtime),
  );
  return { begun };
}

async function runDue(due: ScheduleDue, runtime: RunRuntime): Promise<number> {
  const { tenantId, name, scheduleId } = due;
  const schedule = await runtime.repositories.schedules.get(tenantId, name);
  // Deleted, or paused, just before.
  if (schedule?.scheduleId !== scheduleId || schedule.status === "paused") {
    runtime.logger.info("a schedule was due that no longer exists", { tenantId, schedule: name });
    return 0;
  }
  const current = await settleCurrent(schedule, runtime);
  const scheduledAt = new Date(due.scheduledAt).toISOString();
  const run = await beginRun(current, { scheduledAt, trigger: "schedule" }, runtime);
  return run.status === "running" ? 1 : 0;
}

/** A failure of one tenant or schedule does not block the others. */
async function lookAfterAll(runtime: RunRuntime): Promise<number> {
  let begun = 0;
  const failed = (error: unknown, place: Readonly<Record<string, string>>) =>
    runtime.logger.error("a schedule could not be checked", { ...place, ...errorFields(error) });
  for (const { tenantId } of await readTenants(runtime))
    try {
      for (const schedule of await runtime.repositories.schedules.list(tenantId))
        begun += await lookAfter(schedule, runtime).catch((error: unknown) => {
          failed(error, { tenantId, schedule: schedule.name });
          return 0;
        });
    } catch (error) {
      failed(error, { tenantId });
    }
  return begun;
}

async function lookAfter(schedule: Schedule, runtime: RunRuntime): Promise<number> {
  const now = await settleCurrent(schedule, runtime);
  const run = await beginWaiting(now, runtime);
  return run?.status === "running" ? 1 : 0;
}

/** Its current run, if it has ended or never got a batch. */
async function settleCurrent(schedule: Schedule, runtime: RunRuntime): Promise<Schedule> {
  const { tenantId, name, scheduleId, current } = schedule;
  if (current === undefined) return schedule;
  const { schedules, scheduleRuns, batches } = runtime.repositories;
  const run = await scheduleRuns.get(tenantId, scheduleId, current);
  const place = { tenantId, name, scheduleId, runId: current };
  if (run?.status === "starting") {
    // Its start failed halfway.
    await beginRun(schedule, run, runtime);
  } else if (run?.status !== "running") await freeSchedule(place, runtime);
  else if (run.batchId !== undefined) {
    const batch = await batches.get(tenantId, run.batchId);
    if (batch === null) await freeSchedule(place, runtime);
    else if (hasEnded(batch)) await settleRun(batch, null, runtime);
  }
  return (await schedules.get(tenantId, name)) ?? schedule;
}
