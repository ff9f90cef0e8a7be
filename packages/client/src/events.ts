import { ApiProblem } from "./api-problem.ts";
import { NoEvents } from "./no-events.ts";
import type { AskedOfRoute } from "./plain-request.ts";
import { readEvents, type ServerEvent } from "./read-events.ts";
import type { RouteName } from "./routes.ts";
import { timer } from "./timer.ts";

export type { ServerEvent } from "./read-events.ts";

export interface EventOptions {
  /** Go on after this one. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
  /** Told when a connection is lost, with how long it is before the next is tried, and when one is there. */
  readonly onState?: (state: "open" | "lost", waitMilliseconds?: number) => void;
  /** How a wait is done; absent: by a timer. */
  readonly wait?: (milliseconds: number, signal: AbortSignal | undefined) => Promise<void>;
  /** From 0 to 1, so that readers who lost one server do not come back all at once. */
  readonly random?: () => number;
}

/** A server in between may say once or twice that it is busy, in its own page. */
const mostStrange = 3;
const firstPauseMilliseconds = 500;
const longestPauseMilliseconds = 15_000;

/**
 * What a route of events tells, until it says `end` or `signal` is aborted. A connection that is lost is made again with
 * growing pauses, and continues after the last event that came. An answer that says when to ask again and ends is not a loss: so
 * an API streams that cannot hold a connection. Throws ApiProblem when the API refuses permanently, and NoEvents when it keeps answering
 * with something else: then whoever wants to know asks for it again and again.
 */
export async function* events(
  client: { readonly open: (name: RouteName, asked?: AskedOfRoute) => Promise<Response> },
  name: RouteName,
  asked: AskedOfRoute = {},
  options: EventOptions = {},
): AsyncGenerator<ServerEvent, void> {
  const { signal, onState, wait = timer, random = Math.random } = options;
  let lastId = options.lastEventId;
  let inVain = 0;
  let strange = 0;
  let asksFor: number | undefined;
  while (!signal?.aborted) {
    let isPart = false;
    try {
      const headers = {
        accept: "text/event-stream",
        ...(lastId === undefined ? {} : { "last-event-id": lastId }),
      };
      const response = await client.open(name, { ...asked, headers, signal });
      if (!isStream(response)) {
        strange += 1;
        throw new NoEvents(name, typeOf(response), strange >= mostStrange);
      }
      strange = 0;
      onState?.("open");
      for await (const event of readEvents(textOf(response))) {
        inVain = 0;
        lastId = event.id ?? lastId;
        asksFor = event.retryMilliseconds ?? asksFor;
        yield event;
        if (event.event === "end") return;
      }
      isPart = asksFor !== undefined;
    } catch (error) {
      if (isFinal(error)) throw error;
    }
    if (signal?.aborted) return;
    const growing = firstPauseMilliseconds * 2 ** inVain;
    const pause = Math.min(isPart ? (asksFor ?? 0) : growing, longestPauseMilliseconds);
    inVain = isPart ? 0 : inVain + 1;
    const milliseconds = Math.round(pause * (0.5 + random() / 2));
    if (!isPart) onState?.("lost", milliseconds);
    await wait(milliseconds, signal);
  }
}

/** Asking again brings nothing else; of a server that is overloaded or restarts it may. */
const isFinal = (error: unknown): boolean =>
  error instanceof NoEvents
    ? error.isFinal
    : error instanceof ApiProblem && error.status < 500 && error.status !== 429;

const typeOf = (response: Response): string => response.headers.get("content-type") ?? "";
const isStream = (response: Response): boolean =>
  typeOf(response).split(";")[0]?.trim().toLowerCase() === "text/event-stream";

async function* textOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  const reader = response.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield decoder.decode(value, { stream: true });
    }
  } finally {
    // Whoever leaves the loop hangs up.
    await reader.cancel().catch(() => undefined);
  }
}
