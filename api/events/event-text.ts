import type { StreamEventName } from "#shared/contracts/api/events.ts";

/** One event of a stream, its data as JSON on one line. */
export const eventText = (id: string, name: StreamEventName, data: unknown): string =>
  `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** A whole answer: its events, and how long the reader waits before it asks for more. */
export const answerText = (retryMilliseconds: number, events: string): string =>
  `retry: ${retryMilliseconds}\n${events === "" ? "\n" : events}`;
