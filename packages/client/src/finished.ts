import { type EventOptions, events } from "./events.ts";
import { NoEvents } from "./no-events.ts";
import type { AskedOfRoute } from "./plain-request.ts";
import type { RouteName } from "./routes.ts";
import { timer } from "./timer.ts";

export interface WaitOptions extends Pick<EventOptions, "onState" | "wait"> {
  /** Ends the waiting, not what is waited for: `AbortSignal.timeout(…)` is a deadline. */
  readonly signal?: AbortSignal;
  /** Told each event of its stream as it comes: `step`, `job`, `counters`. Not told where no streams come through. */
  readonly onEvent?: (event: string, data: unknown) => void;
}

interface Waiting<Answer> {
  readonly events: RouteName;
  readonly read: (request: { readonly id: string }) => Promise<Answer>;
  readonly ended: readonly string[];
}

const betweenLooksMilliseconds = 2000;

/** Waits until a job has ended, however long that takes. @returns the job. Throws as a client does, and what `signal` says. */
export const finishedJob = <Answer>(
  client: Asking & { readonly readJob: (request: { readonly id: string }) => Promise<Answer> },
  id: string,
  options: WaitOptions = {},
): Promise<Answer> =>
  finished(client, id, { events: "jobEvents", read: client.readJob, ended: ["finished"] }, options);

/** As `finishedJob`, of a batch. */
export const finishedBatch = <Answer>(
  client: Asking & { readonly readBatch: (request: { readonly id: string }) => Promise<Answer> },
  id: string,
  options: WaitOptions = {},
): Promise<Answer> => {
  const ended = ["finished", "cancelled", "failed", "refused"];
  return finished(client, id, { events: "batchEvents", read: client.readBatch, ended }, options);
};

interface Asking {
  readonly open: (name: RouteName, asked?: AskedOfRoute) => Promise<Response>;
}

async function finished<Answer>(
  client: Asking,
  id: string,
  waiting: Waiting<Answer>,
  options: WaitOptions,
): Promise<Answer> {
  const { signal, onEvent, wait = timer, ...more } = options;
  try {
    const told = events(client, waiting.events, { id }, { ...more, wait, ...(signal ? { signal } : {}) });
    for await (const { event, data } of told) onEvent?.(event, JSON.parse(data));
  } catch (error) {
    // Something between lets no streams through: it is looked at again and again.
    if (!(error instanceof NoEvents)) throw error;
  }
  for (;;) {
    signal?.throwIfAborted();
    const answer = await waiting.read({ id });
    if (waiting.ended.includes((answer as { readonly status: string }).status)) return answer;
    await wait(betweenLooksMilliseconds, signal);
  }
}
