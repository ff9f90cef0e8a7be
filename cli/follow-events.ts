import { createClient, events } from "@drover/client";
import type * as z from "zod";
import type { StreamEventName, StreamEvents } from "#shared/contracts/api/events.ts";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import { type ApiAddress, failureOf, strangeAnswer } from "./call-route.ts";
import { CommandFailure } from "./terminal/command-failure.ts";
import { exitCodes } from "./terminal/exit-codes.ts";

/** One event of a job's or a batch's stream, by its name. */
export type FollowedEvent = {
  [Name in StreamEventName]: { readonly event: Name; readonly data: StreamEvents[Name] };
}[StreamEventName];

/** A farm that is started again is away for some seconds. */
const mostLosses = 5;

/** What a stream tells until its end. Throws CommandFailure when the farm is away for long or refuses; ends when `signal` does. */
export async function* followEvents(
  address: ApiAddress,
  name: "jobEvents" | "batchEvents",
  id: string,
  signal: AbortSignal,
): AsyncGenerator<FollowedEvent> {
  const away = new AbortController();
  let losses = 0;
  const onState = (state: "open" | "lost"): void => {
    losses = state === "open" ? 0 : losses + 1;
    if (losses >= mostLosses) away.abort();
  };
  const client = createClient<DroverApi>(address);
  const options = { signal: AbortSignal.any([signal, away.signal]), onState };
  try {
    for await (const told of events(client, name, { id }, options)) {
      const event = await eventOf(told.event, told.data, address);
      if (event !== null) yield event;
    }
  } catch (error) {
    throw failureOf(error);
  }
  signal.throwIfAborted();
  if (away.signal.aborted)
    throw new CommandFailure(exitCodes.noFarm, `${address.apiUrl} is away.`, [
      "Start the farm again with 'drover up': its jobs continue.",
    ]);
}

/** Null for one of a newer farm. */
async function eventOf(name: string, data: string, { apiUrl }: ApiAddress): Promise<FollowedEvent | null> {
  const { streamEvents } = await import("#shared/contracts/api/events.ts");
  if (!Object.hasOwn(streamEvents, name)) return null;
  const schema: z.ZodType = streamEvents[name as StreamEventName];
  const parsed = schema.safeParse(JSON.parse(data));
  if (!parsed.success) throw strangeAnswer(apiUrl);
  return { event: name, data: parsed.data } as FollowedEvent;
}
