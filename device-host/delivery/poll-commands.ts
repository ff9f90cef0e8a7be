import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import type { HostMetrics } from "../host-metrics.ts";
import type { CommandQueue, QueueMessage } from "./command-queue.ts";

const waitSeconds = 20;
const pauseAfterErrorMilliseconds = 1_000;
/** A lease has one command at a time, so much more in hand than there are devices means that somebody floods the queue. */
const mostInHand = (devices: number): number => Math.max(500, devices * 2);

interface Work {
  readonly handle: (message: QueueMessage) => Promise<void>;
  readonly deviceCount: () => number;
}

/** Hands the host's messages to their work. Ends when the signal is aborted and everything in hand is answered. */
export async function pollCommands(
  queue: CommandQueue,
  { handle, deviceCount }: Work,
  { clock, logger, metrics }: { clock: HostClock; logger: HostLogger; metrics: HostMetrics },
  signal: AbortSignal,
): Promise<void> {
  const inHand = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (inHand.size >= mostInHand(deviceCount())) await Promise.race(inHand);
    try {
      const messages = await queue.receive(10, waitSeconds, signal);
      metrics.count("drover_queue_polls_total", {
        queue: "host",
        result: messages.length === 0 ? "empty" : "messages",
      });
      for (const message of messages) {
        // A message whose handling failed is not settled: it comes again after its visibility time.
        const work = handle(message)
          .catch((error: unknown) => logger.error("message not handled", { error: String(error) }))
          .finally(() => inHand.delete(work));
        inHand.add(work);
      }
    } catch (error) {
      if (signal.aborted) break;
      metrics.count("drover_queue_polls_total", { queue: "host", result: "error" });
      logger.warn("host queue could not be read", { error: String(error) });
      await clock.wait(pauseAfterErrorMilliseconds, signal);
    }
  }
  await Promise.all(inHand);
}
