import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import { type QueueMessage, visibilitySeconds } from "./command-queue.ts";
import type { TaskTokens } from "./task-token.ts";

/** Well under the HeartbeatSeconds of the definitions (30 s) and the queue's visibility. */
export const heartbeatMilliseconds = 4_000;

/**
 * While `work` runs, says so to the state machine and keeps the message away from other readers. A failed heartbeat is
 * no failure of the work: the next one may arrive.
 */
export async function keepAlive<Result>(
  message: QueueMessage,
  taskToken: string | null,
  context: { readonly clock: HostClock; readonly tokens: TaskTokens; readonly logger: HostLogger },
  work: () => Promise<Result>,
): Promise<Result> {
  const done = new AbortController();
  const beat = async (): Promise<void> => {
    for (;;) {
      await context.clock.wait(heartbeatMilliseconds, done.signal);
      if (done.signal.aborted) return;
      const signs = [
        message.hold(visibilitySeconds),
        ...(taskToken === null ? [] : [context.tokens.heartbeat(taskToken)]),
      ];
      for (const sign of await Promise.allSettled(signs)) {
        if (sign.status === "rejected")
          context.logger.warn("heartbeat failed", { error: String(sign.reason) });
      }
    }
  };
  const beating = beat();
  try {
    return await work();
  } finally {
    done.abort();
    await beating;
  }
}
