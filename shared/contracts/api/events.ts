import * as z from "zod";
import { BatchStatus } from "../batch/batch.ts";
import { JobOutcome, JobStatus } from "../job/job.ts";
import { BatchResponse } from "./responses/batch-response.ts";
import { JobResponse } from "./responses/job-response.ts";
import { StepResponse } from "./responses/step-response.ts";

/** Nothing comes after it. */
export const EndEvent = z.object({
  status: z.enum([...JobStatus.options, ...BatchStatus.options]),
  outcome: JobOutcome.optional(),
});
export type EndEvent = z.infer<typeof EndEvent>;

/**
 * What a job's or a batch's stream tells, as JSON, by the name of the event: each thing as it then is, again when it has changed. An
 * event's `id` says all that came before it, so that a stream continues after `Last-Event-ID` without loss or doubles.
 */
export const streamEvents = {
  job: JobResponse,
  step: StepResponse,
  batch: BatchResponse,
  end: EndEvent,
} as const;
export type StreamEventName = keyof typeof streamEvents;
export type StreamEvents = { readonly [Name in StreamEventName]: z.infer<(typeof streamEvents)[Name]> };

/** Of a request that continues where a stream failed. */
export const LastEventId = z.object({ "last-event-id": z.string().max(300).optional() });

/** `text/event-stream` of the HTML standard. A response may end at any time: call again after its `retry`. */
export const EventStreamText = z.string().meta({
  description:
    "Server-sent events `job`, `step`, `batch` and `end`, each with an id. A response may end before `end`: call again with Last-Event-ID after `retry` milliseconds.",
});
