import type { JobStart, SnapshotId } from "#shared/contracts/device/snapshot.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { ErrorCode } from "#shared/errors/catalogue.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { defined } from "#shared/values/defined.ts";
import type { WholeDevice } from "../clean/device-baseline.ts";
import { recallSecrets } from "../secrets/recall-secrets.ts";
import { bringBack } from "../snapshots/bring-back.ts";
import { dropSnapshot, keepSnapshot } from "../snapshots/keep-snapshot.ts";
import type { CommandContext } from "./command-context.ts";
import { prepare } from "./prepare.ts";
import { noteData, prepareTask } from "./prepare-task.ts";

type SetUpContext = CommandContext<"setUp">;

/**
 * Brings the device, which is clean, to where the job is to begin, and says so on the job. What it holds then; undefined: it is to be read
 * again. A fork whose snapshot cannot be gone back to begins clean and prepared, and does the recorded steps again; what a snapshot has
 * needs no preparing.
 */
export async function beginFrom(
  context: SetUpContext,
  job: Job,
  contents: WholeDevice,
): Promise<WholeDevice | undefined> {
  const snapshotId = job.source?.snapshotId;
  if (snapshotId === undefined && job.batch?.group !== undefined) return inGroup(context, job, contents);
  if (snapshotId === undefined) return (await prepareTask(context, job)) ? undefined : contents;
  const why = await goneBack(context, job, snapshotId);
  if (why !== null) await prepareTask(context, job);
  await sayStart(context, { snapshotId, restored: why === null, ...defined({ reason: why ?? undefined }) });
  return undefined;
}

/**
 * The first of a group to come this far keeps its clean device for all; the others go back to that. Where they cannot, what they begin from
 * is another, and is said to be. @throws DeviceUnsupported where no snapshot can be taken
 */
async function inGroup(
  context: SetUpContext,
  job: Job,
  contents: WholeDevice,
): Promise<WholeDevice | undefined> {
  const { command, services, device } = context;
  const { batch, jobId } = job;
  const { attemptGroups } = services.repositories;
  if (batch?.group === undefined) return contents;
  const { batchId, taskId, group } = batch;
  const key = { tenantId: command.tenantId, batchId, taskId, group };
  let known = await attemptGroups.get(key);
  let why = known === null ? null : await goneBack(context, job, known.snapshotId);
  if (known === null || (why !== null && known.hostId === services.hostId)) {
    const changed = await prepareTask(context, job);
    const kept = await keepSnapshot(device, { kind: "group", jobId }, services);
    const { snapshotId } = kept;
    const { hostId, clock } = services;
    const preparedAt = clock.now().toISOString();
    const mine = { ...key, snapshotId, hostId, deviceId: device.deviceId, jobId, preparedAt };
    if (await attemptGroups.prepared(mine, known?.snapshotId ?? null)) {
      const reason = why === null ? undefined : `Prepared anew. ${why}`.slice(0, 500);
      await sayStart(context, { snapshotId, restored: false, ...defined({ reason }) });
      return changed ? undefined : contents;
    }
    // Another of the group was first, and nobody goes back to this one.
    await dropSnapshot(device, kept, services);
    known = await attemptGroups.get(key);
    why =
      known === null ? "The group's start is not stored." : await goneBack(context, job, known.snapshotId);
  }
  if (why !== null) await prepareTask(context, job);
  const snapshotId = why === null ? known?.snapshotId : undefined;
  await sayStart(context, { restored: why === null, ...defined({ snapshotId, reason: why ?? undefined }) });
  return undefined;
}

/** After these the job can begin anyway. */
const bearable: ReadonlySet<ErrorCode> = new Set(["SnapshotGone", "SnapshotFailed", "DeviceUnsupported"]);

/** Null, or why the device is clean and not as the snapshot has it. */
async function goneBack(context: SetUpContext, job: Job, snapshotId: SnapshotId): Promise<string | null> {
  const { command, services, device, lease } = context;
  const snapshot = await services.repositories.snapshots.find(command.tenantId, snapshotId);
  if (snapshot === null) return `Snapshot ${snapshotId} no longer exists.`;
  try {
    // What had been typed is on its screen.
    // What was put there lies in it too.
    if (job.data !== undefined) noteData(context, job.data);
    if (snapshot.holdsSecrets && snapshot.jobId !== undefined)
      await recallSecrets(snapshot.jobId, lease.secrets, services);
    await bringBack(device, snapshot, services);
    return null;
  } catch (error) {
    if (!(error instanceof DroverError) || !bearable.has(error.code)) throw error;
    services.logger.warn("snapshot not restored", { snapshotId, code: error.code, error: error.message });
    // It may have come half the way.
    if (error.code === "SnapshotFailed") {
      device.needsClean = true;
      await prepare(context, job.validators);
    }
    return `${error.code}: ${error.message}`.slice(0, 500);
  }
}

const sayStart = (
  { command, services, lease }: SetUpContext,
  start: Omit<JobStart, "epoch">,
): Promise<unknown> => {
  const { tenantId, jobId } = command;
  return services.repositories.jobs.saveDevice(tenantId, jobId, { start: { ...start, epoch: lease.epoch } });
};
