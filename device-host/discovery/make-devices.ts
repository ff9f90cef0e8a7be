import { JobPriority } from "#shared/contracts/job/job-request.ts";
import type { HostServices } from "../host-services.ts";
import type { PoolQueues } from "../lease/pool-queues.ts";
import type { FoundDevices, MadeDevices } from "./made-devices.ts";

interface Watched extends FoundDevices {
  nextChange(signal: AbortSignal): Promise<void>;
}

/** Keeps as many devices as jobs wait for, until the signal is aborted; those that there are stay until they are closed. */
export async function makeDevices(
  made: MadeDevices,
  found: Watched,
  queues: PoolQueues,
  services: HostServices,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger } = services;
  let lookedAt = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    // What an earlier look counted may have been taken since: no device is made for it.
    let waiting = 0;
    if (made.room > 0 && clock.monotonic() - lookedAt >= made.lookMilliseconds) {
      lookedAt = clock.monotonic();
      const before = withJob(found);
      const counted = await waitingJobs(queues).catch((error: unknown) => {
        logger.warn("waiting jobs not counted", { error: String(error) });
        return 0;
      });
      // A job that a device took meanwhile may be among those counted.
      waiting = counted - Math.max(0, withJob(found) - before);
    }
    made.look(found, waiting);
    await found.nextChange(signal);
  }
}

const withJob = (found: FoundDevices): number => found.devices().filter(({ hadJob }) => hadJob).length;

/** In all classes, as far as the queues know. */
async function waitingJobs(queues: PoolQueues): Promise<number> {
  const counts = await Promise.all(JobPriority.options.map((priority) => queues[priority].waiting()));
  return counts.reduce((sum, count) => sum + count, 0);
}
