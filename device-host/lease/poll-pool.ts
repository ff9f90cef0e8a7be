import { JobPriority } from "#shared/contracts/job/job-request.ts";
import type { CommandQueue, QueueMessage } from "../delivery/command-queue.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { acquireDevice } from "./acquire-device.ts";
import type { PoolQueues } from "./pool-queues.ts";

const usualWaitSeconds = 20;
const pauseAfterErrorMilliseconds = 1_000;
/** SQS gives at most ten messages at once. */
const mostMessages = 10;

export interface FreeDevices {
  list(): readonly ManagedDevice[];
  /** Resolves when a device may have become free, or after a while. */
  changed(signal: AbortSignal): Promise<void>;
}

/**
 * Takes jobs from the pool's queues, never more than there are free devices: what no device is free for stays in its queue for
 * other hosts. A free device goes to the highest class of which a job waits. Ends when the signal is aborted and the messages in
 * hand are dealt with.
 */
export async function pollPool(
  queues: PoolQueues,
  devices: FreeDevices,
  services: HostServices,
  signal: AbortSignal,
): Promise<void> {
  const reserved = new Set<ManagedDevice>();
  const inHand = new Set<Promise<void>>();
  const unreserved = (): readonly ManagedDevice[] => devices.list().filter((device) => !reserved.has(device));
  const takeFree = (): ManagedDevice | null => {
    const device = unreserved()[0] ?? null;
    if (device !== null) reserved.add(device);
    return device;
  };
  const give = (messages: readonly QueueMessage[]): void => {
    for (const message of messages) {
      let taken: ManagedDevice | null = null;
      const work = acquireDevice(message, () => (taken = takeFree()), services)
        .catch((error: unknown) => services.logger.error("acquisition failed", { error: String(error) }))
        .finally(() => {
          if (taken !== null) reserved.delete(taken);
          inHand.delete(work);
        });
      inHand.add(work);
    }
  };
  /** Classes at whose queue a request waits already. */
  const waitedAt = new Map<JobPriority, Promise<void>>();
  while (!signal.aborted) {
    const free = unreserved().length;
    if (free === 0) {
      await devices.changed(signal);
      continue;
    }
    const asked = JobPriority.options.filter((priority) => !waitedAt.has(priority));
    if (await giveFirst(asked, { free, queues, give }, services, signal)) continue;
    // No job waits. One message a queue: should two come at once and one device be free, the other is given back.
    for (const priority of asked)
      waitedAt.set(
        priority,
        receiveJobs({ name: "pool", queue: queues[priority] }, 1, services, signal)
          .then(give)
          .finally(() => waitedAt.delete(priority)),
      );
    await Promise.race(waitedAt.values());
  }
  await Promise.all([...waitedAt.values(), ...inHand]);
}

interface Giving {
  readonly free: number;
  readonly queues: PoolQueues;
  readonly give: (messages: readonly QueueMessage[]) => void;
}

/** Asks class by class without waiting, until one has jobs. */
async function giveFirst(
  priorities: readonly JobPriority[],
  { free, queues, give }: Giving,
  services: HostServices,
  signal: AbortSignal,
): Promise<boolean> {
  for (const priority of priorities) {
    const from = { name: "pool", queue: queues[priority], waitSeconds: 0 } as const;
    const messages = await receiveJobs(from, Math.min(free, mostMessages), services, signal);
    give(messages);
    if (messages.length > 0) return true;
  }
  return false;
}

interface PolledQueue {
  readonly name: "pool" | "device";
  readonly queue: CommandQueue;
  /** Absent: as long as SQS lets one wait. */
  readonly waitSeconds?: number;
}

/** None when the queue has none or cannot be read now. */
export async function receiveJobs(
  { name, queue, waitSeconds = usualWaitSeconds }: PolledQueue,
  count: number,
  services: HostServices,
  signal: AbortSignal,
): Promise<readonly QueueMessage[]> {
  try {
    const messages = await queue.receive(count, waitSeconds, signal);
    services.metrics.count("drover_queue_polls_total", {
      queue: name,
      result: messages.length === 0 ? "empty" : "messages",
    });
    return messages;
  } catch (error) {
    if (signal.aborted) return [];
    services.metrics.count("drover_queue_polls_total", { queue: name, result: "error" });
    services.logger.warn(`${name} queue could not be read`, { error: String(error) });
    await services.clock.wait(pauseAfterErrorMilliseconds, signal);
    return [];
  }
}
