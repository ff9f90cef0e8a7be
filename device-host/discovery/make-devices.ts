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
    // What was counted before may have been taken since: no device is made for it.
    let waiting = 0;
    if (made.room > 0 && clock.monotonic() - lookedAt >= made.lookMilliseconds) {
      lookedAt = clock.monotonic();
      waiting = await waitingJobs(queues).catch((error: unknown) => {
        logger.warn("waiting jobs not counted", { error: String(error) });
        return 0;
      });
    }
    made.look(found, waiting);
    await found.nextChange(signal);
  }
}

/** In all classes, as far as the queues know. */
async function waitingJobs(queues: PoolQueues): Promise<number> {
  const counts = await Promise.all(JobPriority.options.map((priority) => queues[priority].waiting()));
  return counts.reduce((sum, count) => sum + count, 0);
}
