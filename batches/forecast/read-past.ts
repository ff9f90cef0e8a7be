import type { Services } from "#agent/runtime/services.ts";
import type { DeviceStatus } from "#shared/contracts/device/device.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { conditionOf } from "#shared/rules/device-status.ts";
import type { Past } from "#shared/rules/forecast/forecast-input.ts";
import { pastRuns } from "#shared/rules/forecast/past-run.ts";
import { everyItem } from "#shared/values/every-item.ts";

/** More would say no more, and take longer to read. */
const mostPastJobs = 3_000;
const mostPastBatches = 20;
const [devicesOfPage, mostDevices] = [200, 10_000];

/** The newest jobs that have ended, and the batches that they belonged to. */
export async function readPast(
  tenantId: TenantId,
  { repositories }: Pick<Services, "repositories">,
): Promise<Past> {
  const [jobs, batches] = await Promise.all([
    repositories.jobs.newestFacts(tenantId, mostPastJobs),
    repositories.batches.list(tenantId, { status: "finished", limit: mostPastBatches }),
  ]);
  return {
    runs: pastRuns(jobs),
    batches: batches.items.flatMap(({ batchId, run, lineCount, startedAt, finishedAt }) =>
      // Of one that continued, the jobs belong to several runs.
      run !== 1 || startedAt === undefined || finishedAt === undefined
        ? []
        : [
            {
              batchId,
              jobs: lineCount,
              started: Date.parse(startedAt) / 1_000,
              finished: Date.parse(finishedAt) / 1_000,
            },
          ],
    ),
  };
}

/** What is being cleaned takes its next job within a minute. */
const works: Readonly<Record<DeviceStatus, boolean>> = {
  ready: true,
  leased: true,
  cleaning: true,
  dirty: true,
  degraded: false,
  offline: false,
  quarantined: false,
};

/** Devices that take jobs, of all pools. */
export async function countDevices(
  tenantId: TenantId,
  { repositories, now }: Pick<Services, "repositories" | "now">,
): Promise<number> {
  const hosts = new Map<string, ReturnType<typeof repositories.hosts.get>>();
  const devices = everyItem((cursor) =>
    repositories.devices.list(tenantId, { limit: devicesOfPage, cursor }),
  );
  let [count, seen] = [0, 0];
  for await (const device of devices) {
    const host = hosts.get(device.hostId) ?? repositories.hosts.get(tenantId, device.hostId);
    hosts.set(device.hostId, host);
    if (works[conditionOf(device, await host, now()).state]) count += 1;
    seen += 1;
    if (seen === mostDevices) break;
  }
  return count;
}
