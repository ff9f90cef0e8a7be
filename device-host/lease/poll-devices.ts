import type { QueueMessage } from "../delivery/command-queue.ts";
import { keepAlive } from "../delivery/keep-alive.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";
import { acquireDevice } from "./acquire-device.ts";
import { receiveJobs } from "./poll-pool.ts";

export interface NamedDevices {
  devices(): readonly ManagedDevice[];
  /** Whether the host takes new work. */
  working(): boolean;
  /** Resolves when something about a device is different, or after a while. */
  nextChange(signal: AbortSignal): Promise<void>;
}

/** So many queues are asked side by side; with more free devices their queues take turns. */
const mostPolls = 32;
const longestWaitSeconds = 20;
const shortestWaitSeconds = 1;

/**
 * Takes the jobs that wait for one device each, from that device's own queue. Ends when the signal is aborted and the messages
 * in hand are dealt with.
 */
export async function pollDevices(
  named: NamedDevices,
  services: HostServices,
  signal: AbortSignal,
): Promise<void> {
  /** Each until what it brought is dealt with. */
  const inHand = new Map<ManagedDevice, Promise<void>>();
  const polls = new Set<Promise<unknown>>();
  const askedAt = new Map<ManagedDevice, number>();
  let order = 0;
  const start = (device: ManagedDevice, waitSeconds: number): void => {
    order += 1;
    askedAt.set(device, order);
    const poll = ask(device, waitSeconds, services, signal).finally(() => polls.delete(poll));
    polls.add(poll);
    const work = poll
      .then((message) => message && giveWhenFree(message, device, { ...named, signal }, services))
      .catch((error: unknown) => failed(device, error, services))
      .finally(() => inHand.delete(device));
    inHand.set(device, work);
  };
  while (!signal.aborted) {
    const room = mostPolls - polls.size;
    const free = room > 0 && named.working() ? named.devices().filter(({ free }) => free) : [];
    const waitSeconds = waitFor(free.length);
    const next = free.filter((device) => !inHand.has(device));
    // Those that were asked longest ago; with as many as there are real devices on a host, each is asked at once.
    if (next.length > room) next.sort((one, other) => (askedAt.get(one) ?? 0) - (askedAt.get(other) ?? 0));
    for (const device of next.slice(0, room)) start(device, waitSeconds);
    await (polls.size >= mostPolls ? Promise.race(polls) : named.nextChange(signal));
  }
  await Promise.all(inHand.values());
}

const waitFor = (free: number): number =>
  free <= mostPolls
    ? longestWaitSeconds
    : Math.max(shortestWaitSeconds, Math.floor((longestWaitSeconds * mostPolls) / free));

const failed = ({ deviceId }: ManagedDevice, error: unknown, { logger }: HostServices): void =>
  logger.error("acquisition failed", { deviceId, error: String(error) });

async function ask(
  device: ManagedDevice,
  waitSeconds: number,
  services: HostServices,
  signal: AbortSignal,
): Promise<QueueMessage | undefined> {
  const queue = await services.deviceQueues.of(device.deviceId);
  const [message] = await receiveJobs({ name: "device", queue, waitSeconds }, 1, services, signal);
  return message;
}

type Waiting = NamedDevices & { readonly signal: AbortSignal };

/**
 * A job of the pool may have got the device while this one's request was on its way: it is then the next, and its request is
 * kept in hand, because one that is handed back too often ends among the dead letters.
 */
async function giveWhenFree(
  message: QueueMessage,
  device: ManagedDevice,
  { working, nextChange, signal }: Waiting,
  services: HostServices,
): Promise<void> {
  device.promised = true;
  try {
    await using _alive = keepAlive({ message, taskToken: null }, services);
    while (!signal.aborted && !(device.free && working())) await nextChange(signal);
    if (signal.aborted) return await message.hold(0);
    await acquireDevice(message, () => (device.free ? device : null), services);
  } finally {
    device.promised = false;
  }
}
