import * as z from "zod";
import { BatchId } from "../../values/ids.ts";
import { EventStreamText, LastEventId } from "../events.ts";
import type { Route } from "./route.ts";
import { job, none } from "./route-parts.ts";

const stream = {
  method: "GET",
  scope: "jobs:read",
  query: none,
  headers: LastEventId,
  streams: true,
  status: 200,
  response: EventStreamText,
  problems: ["NotFound", "TooManyStreams"],
} as const;

/** What happens, as it happens (docs/decisions/0099-events-by-asking-again.md). */
export const eventRoutes = {
  jobEvents: {
    ...stream,
    path: "/v1/jobs/{id}/events",
    tag: "jobs",
    summary:
      "A job and its steps as server-sent events: first the current state, then each change, until the end.",
    parameters: job,
  },
  batchEvents: {
    ...stream,
    path: "/v1/batches/{id}/events",
    tag: "batches",
    summary: "A batch and its counts as server-sent events, until its end.",
    parameters: z.strictObject({ id: BatchId }),
  },
} as const satisfies Record<string, Route>;
