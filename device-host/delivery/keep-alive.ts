import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import { heldSeconds, type QueueMessage } from "./command-queue.ts";
import type { TaskTokens } from "./task-token.ts";

/** Well under the HeartbeatSeconds of the definitions (30 s) and the time a message is held. */
const heartbeatMilliseconds = 4_000;

interface Signs {
  readonly clock: HostClock;
  readonly tokens: TaskTokens;
  readonly logger: HostLogger;
}

/**
 * Until it is disposed, says to the state machine that the work goes on and keeps the message away from other readers.
 * A failed heartbeat is no failure of the work: the next one may arrive.
 */
export function keepAlive(message: QueueMessage, taskToken: string | null, signs: Signs): AsyncDisposable {
  const done = new AbortController();
  const beating = beat(message, taskToken, signs, done.signal);
  return {
    [Symbol.asyncDispose]: async () => {
      done.abort();
      await beating;
    },
  };
}

async function beat(
  message: QueueMessage,
  taskToken: string | null,
  { clock, tokens, logger }: Signs,
  done: AbortSignal,
): Promise<void> {
  for (;;) {
    await clock.wait(heartbeatMilliseconds, done);
    if (done.aborted) return;
    const heartbeat = taskToken === null ? [] : [tokens.heartbeat(taskToken)];
    for (const sign of await Promise.allSettled([message.hold(heldSeconds), ...heartbeat])) {
      if (sign.status === "rejected") logger.warn("heartbeat failed", { error: String(sign.reason) });
    }
  }
}
