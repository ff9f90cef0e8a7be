import { join } from "node:path";
import { recordRuleOf } from "#shared/contracts/device/screen-recording.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { defined } from "#shared/values/defined.ts";
import type { HostServices } from "../host-services.ts";
import { keepRecording } from "../recording/keep-recording.ts";
import { recordingSize } from "../recording/recording-size.ts";
import { ScreenRecorder } from "../recording/screen-recorder.ts";
import type { HeldLease } from "./held-lease.ts";
import type { ManagedDevice } from "./managed-device.ts";

interface Recording {
  readonly device: ManagedDevice;
  readonly lease: HeldLease;
  readonly services: HostServices;
}

/** Where the parts of that lease's recording are until they are joined. */
const recordingDirectory = (
  { jobId, epoch }: Pick<HeldLease, "jobId" | "epoch">,
  { recording }: HostServices,
): string => join(recording.directory, `${jobId}-${epoch}`);

/**
 * Begins to record the screen of a job that wants it, unless a secret may be on it already. It does not wait for the device: what goes
 * wrong is reported with the recording.
 */
export function startRecording({ device, lease, services }: Recording, job: Job, problem?: string): void {
  const rule = recordRuleOf(job.record);
  if (rule === null || lease.recorder !== null) return;
  const { clock, newId, recording } = services;
  const recorder = new ScreenRecorder({
    // Not the command's: it continues when that has ended.
    adb: device.adb.with({ signal: lease.over }),
    clock,
    limits: recording.limits,
    size: recordingSize(device.naturalSize),
    bitsPerSecond: rule.bitsPerSecond,
    directory: recordingDirectory(lease, services),
    newId,
    ...defined({ problem }),
  });
  lease.recorder = recorder;
  const { logger } = services;
  const abandon = (): void => {
    // What has been ended in time is joined and stored.
    if (lease.recorder !== recorder) return;
    recorder.abandon().catch((error: unknown) => logger.warn("recording left", { error: String(error) }));
  };
  lease.over.addEventListener("abort", abandon, { once: true });
  if (!lease.secrets.isEmpty) {
    void recorder.stopFor("secret");
    return;
  }
  lease.secrets.beforeFirst(() => recorder.stopFor("secret"));
  recorder.begin();
}

/** Records what is still to come of a job whose recording an earlier process had started, and says what is lost. */
export async function resumeRecording(recording: Recording): Promise<void> {
  const { lease, services } = recording;
  if (lease.jobId === null) return;
  const { tenantId, repositories, clock } = services;
  const job = await repositories.jobs.get(tenantId, lease.jobId);
  const at = clock.now().toISOString();
  if (job !== null)
    startRecording(recording, job, `the part before ${at} is lost, because the device's host was restarted`);
}

/**
 * Ends the lease's recording and fetches it, while the device is still as the job left it. It is joined and stored beside what comes
 * next; disposing waits for that.
 */
export async function endRecording(lease: HeldLease, services: HostServices): Promise<AsyncDisposable> {
  const { recorder, jobId, epoch } = lease;
  lease.recorder = null;
  if (recorder === null || jobId === null) return { [Symbol.asyncDispose]: async () => {} };
  const recorded = await recorder.end();
  const directory = recordingDirectory(lease, services);
  const kept = keepRecording(recorded, { jobId, epoch, directory }, services).finally(() =>
    recorder.discard(),
  );
  return { [Symbol.asyncDispose]: () => kept };
}
