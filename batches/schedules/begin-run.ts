import { Batch } from "#shared/contracts/batch/batch.ts";
import type { Schedule, ScheduleRun } from "#shared/contracts/batch/schedule.ts";
import { manifestUploadKey } from "#shared/contracts/farm/keys.ts";
import { BatchId, UploadId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { type BatchStarter, startWhatWaits } from "../submission/start-batch.ts";
import { batchNameOf, runIdOf } from "./run-times.ts";

/** The run of that time. Idempotent: one run with one batch. */
export async function beginRun(
  schedule: Schedule,
  { scheduledAt, trigger }: Pick<ScheduleRun, "scheduledAt" | "trigger">,
  runtime: BatchStarter,
): Promise<ScheduleRun> {
  const { scheduleRuns } = runtime.repositories;
  const runId = runIdOf(scheduledAt);
  const { tenantId, scheduleId, name } = schedule;
  const fresh: ScheduleRun = {
    schemaVersion: 1,
    ...{ tenantId, scheduleId, name, runId, scheduledAt, trigger },
    status: "starting",
    uploadId: UploadId.parse(runtime.newId()),
    batchName: batchNameOf(schedule, runId),
  };
  const run = (await scheduleRuns.create(fresh))
    ? fresh
    : await scheduleRuns.get(tenantId, scheduleId, runId);
  if (run === null) throw new DroverError("StorageUnavailable", `Run ${runId} of ${name} no longer exists.`);
  return run.status === "starting" ? takeTurn(run, runtime) : run;
}

/** Begins a run that waited, now that the one before has ended. */
export async function beginWaiting(schedule: Schedule, runtime: BatchStarter): Promise<ScheduleRun | null> {
  const { tenantId, scheduleId, waiting } = schedule;
  if (waiting === undefined || schedule.current !== undefined) return null;
  const run = await runtime.repositories.scheduleRuns.get(tenantId, scheduleId, waiting);
  if (run === null || (run.status !== "waiting" && run.status !== "starting")) {
    await changeSame(schedule, runtime, (now) => (now.waiting === waiting ? { waiting: undefined } : null));
    return run;
  }
  return takeTurn(run, runtime);
}

/** One run at a time: what is due meanwhile is skipped, or the first of it waits. */
async function takeTurn(run: ScheduleRun, runtime: BatchStarter): Promise<ScheduleRun> {
  const { runId } = run;
  const schedule = await changeSame(run, runtime, (now) => {
    const waiting = now.waiting === runId ? undefined : now.waiting;
    if (now.current === undefined || now.current === runId) return { current: runId, waiting };
    return now.overlap === "queue" && now.waiting === undefined ? { waiting: runId } : null;
  });
  if (schedule === null) return settled(run, "skipped", "The schedule was deleted.", runtime);
  if (schedule.current === runId) return startBatch(run, schedule, runtime);
  if (schedule.waiting === runId)
    return settled(run, "waiting", `Run ${schedule.current} has not ended.`, runtime);
  const others = schedule.waiting === undefined ? "" : `, and run ${schedule.waiting} waits`;
  return settled(run, "skipped", `Run ${schedule.current} had not ended${others}.`, runtime);
}

/** Null when that schedule is no more. */
async function changeSame(
  { tenantId, name, scheduleId }: Pick<ScheduleRun, "tenantId" | "name" | "scheduleId">,
  { repositories }: BatchStarter,
  decide: (now: Schedule) => Partial<Schedule> | null,
): Promise<Schedule | null> {
  const changed = await repositories.schedules.change(tenantId, name, (now) =>
    now.scheduleId === scheduleId ? decide(now) : null,
  );
  return changed?.scheduleId === scheduleId ? changed : null;
}

async function startBatch(run: ScheduleRun, schedule: Schedule, runtime: BatchStarter): Promise<ScheduleRun> {
  const farm = await runtime.repositories.farmSwitch.get(run.tenantId);
  if (farm?.stopped)
    return letGo(run, "skipped", `All jobs were stopped at ${farm.stoppedAt} (${farm.reason}).`, runtime);
  const batch = await makeBatch(run, schedule, runtime);
  if (batch === null)
    return letGo(
      run,
      "failed",
      `A batch '${run.batchName}' exists already, which does not belong to this schedule.`,
      runtime,
    );
  await startWhatWaits(batch, runtime);
  const { batchId } = batch;
  const startedAt = runtime.now().toISOString();
  runtime.logger.info("a schedule's run began", { schedule: run.name, runId: run.runId, batchId });
  const begun = { status: "running" as const, reason: undefined, batchId, startedAt };
  return (await runtime.repositories.scheduleRuns.change(run, begun)) ?? { ...run, ...begun };
}

/** With the schedule's manifest as an upload that is read before anything starts, as any other. Null: its name is taken. */
async function makeBatch(run: ScheduleRun, schedule: Schedule, runtime: BatchStarter): Promise<Batch | null> {
  const { tenantId, name, scheduleId, runId, uploadId } = run;
  const { batches } = runtime.repositories;
  const at = runtime.now().toISOString();
  const wanted = BatchId.parse(runtime.newId());
  const batchId = await batches.claimName(tenantId, run.batchName, wanted, at);
  const before = batchId === wanted ? null : await batches.get(tenantId, batchId);
  if (before !== null)
    return before.schedule?.scheduleId === scheduleId && before.schedule.runId === runId ? before : null;
  const { artifacts } = runtime;
  await artifacts.copy(
    schedule.manifestKey,
    manifestUploadKey(tenantId, uploadId),
    await artifacts.etag(schedule.manifestKey),
  );
  const batch = Batch.parse({
    schemaVersion: 1,
    ...{ tenantId, batchId, uploadId, createdAt: at, startedAt: at },
    name: run.batchName,
    settings: schedule.settings,
    status: "checking",
    run: 1,
    lineCount: 0,
    manifest: [],
    schedule: { name, scheduleId, runId },
  });
  return (await batches.create(batch)) ? batch : batches.get(tenantId, batchId);
}

/** A run that gets no batch, and that the next need not wait for. */
async function letGo(
  run: ScheduleRun,
  status: "skipped" | "failed",
  reason: string,
  runtime: BatchStarter,
): Promise<ScheduleRun> {
  const ended = await settled(run, status, reason, runtime);
  await freeSchedule(run, runtime);
  return ended;
}

async function settled(
  run: ScheduleRun,
  status: "skipped" | "failed" | "waiting",
  reason: string,
  { repositories, now, logger }: BatchStarter,
): Promise<ScheduleRun> {
  logger.info("a schedule's run was not started", { schedule: run.name, runId: run.runId, status, reason });
  const change = { status, reason, ...(status === "waiting" ? {} : { finishedAt: now().toISOString() }) };
  return (await repositories.scheduleRuns.change(run, change)) ?? { ...run, ...change };
}

/** The next run may begin. */
export async function freeSchedule(
  { tenantId, name, scheduleId, runId }: Pick<ScheduleRun, "tenantId" | "name" | "scheduleId" | "runId">,
  { repositories }: Pick<BatchStarter, "repositories">,
): Promise<void> {
  await repositories.schedules.change(tenantId, name, (now) =>
    now.scheduleId === scheduleId && now.current === runId ? { current: undefined } : null,
  );
}
