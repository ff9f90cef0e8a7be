import type { HostClock } from "../host-clock.ts";
import type { HostLogger } from "../host-logger.ts";
import { heldSeconds, type QueueMessage } from "./command-queue.ts";
import type { TaskTokens } from "./task-token.ts";

/** Well under the HeartbeatSeconds of the definitions (30 s) and the time a message is held: most commands take less. */
const heartbeatMilliseconds = 10_000;

/** What is kept alive. */
interface Work {
  readonly message: QueueMessage;
  readonly taskToken: string | null;
  /** An earlier process had started it: the state machine has heard nothing for as long as the message was held. */
  readonly takenOver?: boolean;
}

interface Signs {
  readonly clock: HostClock;
  readonly tokens: TaskTokens;
  readonly logger: HostLogger;
}

/**
 * Until it is disposed, says to the state machine that the work continues and keeps the message away from other readers.
 * A failed heartbeat is not a failure of the work: the next one may arrive.
 */
export function keepAlive(work: Work, signs: Signs): AsyncDisposable {
  const done = new AbortController();
  const beating = beat(work, signs, done.signal);
  return {
    [Symbol.asyncDispose]: async () => {
      done.abort();
      await beating;
    },
  };
}

async function beat(
  { message, taskToken, takenOver = false }: Work,
  { clock, tokens, logger }: Signs,
  done: AbortSignal,
): Promise<void> {
  for (let isFirst = true; ; isFirst = false) {
    if (!(isFirst && takenOver)) await clock.wait(heartbeatMilliseconds, done);
    if (done.aborted) return;
    const heartbeat = taskToken === null ? [] : [tokens.heartbeat(taskToken)];
    for (const sign of await Promise.allSettled([message.hold(heldSeconds), ...heartbeat])) {
      if (sign.status === "rejected") logger.warn("heartbeat failed", { error: String(sign.reason) });
    }
  }
}
