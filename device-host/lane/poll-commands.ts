import { type Dispatcher, dispatch } from "./command-dispatcher.ts";
import type { CommandQueue } from "./command-queue.ts";

const waitSeconds = 20;
const pauseAfterErrorMilliseconds = 1_000;
/** A lease has one command at a time, so more in hand than this means that somebody floods the queue. */
const mostInHand = 500;

/** Hands the host's messages to the devices' lanes. Ends when the signal is aborted and everything in hand is answered. */
export async function pollCommands(
  queue: CommandQueue,
  dispatcher: Dispatcher,
  signal: AbortSignal,
): Promise<void> {
  const { clock, logger, metrics } = dispatcher.services;
  const inHand = new Set<Promise<void>>();
  while (!signal.aborted) {
    if (inHand.size >= mostInHand) await Promise.race(inHand);
    try {
      const messages = await queue.receive(10, waitSeconds, signal);
      metrics.count("drover_queue_polls_total", {
        queue: "host",
        result: messages.length === 0 ? "empty" : "messages",
      });
      for (const message of messages) {
        // A message whose handling failed is not settled: it comes again after its visibility time.
        const work = dispatch(message, dispatcher)
          .catch((error: unknown) => logger.error("message not handled", { error: String(error) }))
          .finally(() => inHand.delete(work));
        inHand.add(work);
      }
    } catch (error) {
      if (signal.aborted) break;
      metrics.count("drover_queue_polls_total", { queue: "host", result: "error" });
      logger.warn("host queue not read", { error: String(error) });
      await clock.wait(pauseAfterErrorMilliseconds, signal);
    }
  }
  await Promise.all(inHand);
}
