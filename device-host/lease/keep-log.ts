import { mostAppLogs } from "#shared/contracts/device/app-log.ts";
import { appLogKey } from "#shared/contracts/farm/keys.ts";
import { withoutSecrets } from "#shared/rules/secrets.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { appLines, deviceSeconds, logCommands } from "../app-errors/app-log.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";

/** Of the log as it is read, and as it is kept: the end of it. */
const mostReadBytes = 8_000_000;
const mostCharacters = 1_000_000;
const deadlineMilliseconds = 10_000;

/**
 * Stores what the device's log says of the job's apps, before cleaning ends them. A job without it is as good: it never throws.
 */
export async function keepLog(
  device: ManagedDevice,
  lease: HeldLease,
  adb: AdbDevice,
  { tenantId, repositories, spool, clock, logger }: HostServices,
): Promise<void> {
  const { jobId, epoch } = lease;
  const packages = new Set(device.touchedPackages);
  if (jobId === null || packages.size === 0) return;
  try {
    // Before the device is asked for its time: the job before may have ended in the same second.
    const heldSeconds = (clock.monotonic() - lease.heldSince) / 1_000;
    const [job, [time, processes, log]] = await Promise.all([
      lease.partOf(jobId)?.job ?? repositories.jobs.get(tenantId, jobId),
      adb.read(logCommands, { deadlineMilliseconds, maximumBytes: mostReadBytes }),
    ]);
    const since = deviceSeconds(time?.output ?? "") - heldSeconds;
    const lines = appLines(log?.output ?? "", { since, packages, processes: processes?.output ?? "" });
    if (job === null || lines.length === 0) return;
    const text = withoutSecrets(lease.secrets.text(lines.join("\n")), job.task);
    // Not from the middle of a line.
    const kept = text.length <= mostCharacters ? text : text.slice(-mostCharacters).replace(/^.*\n/, "");
    const key = appLogKey(tenantId, jobId, epoch);
    await spool.put(key, `${kept}\n`, "text/plain; charset=utf-8");
    const earlier = job.appLogs?.filter((one) => one.epoch !== epoch) ?? [];
    const appLogs = [...earlier, { epoch, key, truncated: kept.length < text.length }];
    await repositories.jobs.saveDevice(tenantId, jobId, { appLogs: appLogs.slice(-mostAppLogs) });
  } catch (error) {
    logger.warn("the apps' log was not stored", { jobId, error: String(error) });
  }
}
