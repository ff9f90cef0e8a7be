import * as z from "zod";
import { JobOutcome } from "../job/job.ts";
import { QuestionId } from "../job/question.ts";
import { BatchId, CalendarDay, DeviceId, HostId, JobId, PoolName, Timestamp } from "../values/ids.ts";
import { Tag } from "../values/tag.ts";

/** The same for every repetition of one happening, so that a receiver drops doubles by it. No dot: a signature joins by dots. */
export const EventId = z
  .string()
  .regex(/^evt_[0-9a-f]{32}$/, "must be an event's id")
  .brand<"EventId">();
export type EventId = z.infer<typeof EventId>;

/** What a webhook may listen to. */
export const WebhookEventType = z.enum([
  "job.finished",
  "batch.finished",
  "question.asked",
  "approval.requested",
  "device.quarantined",
  "recovery.failed",
  "budget.reached",
  "schedule.finished",
]);
export type WebhookEventType = z.infer<typeof WebhookEventType>;

/** One line for people, cut; what a device or a model wrote may stand in it, so a receiver treats it as data. */
const line = z.string().max(500);
/** A path of the API or of the console, under the farm's own address. */
const path = z.string().regex(/^\/[!-~]*$/);
const count = z.int().min(0);
/** Which jobs it is about, for a webhook that asks for some alone. */
const place = { batchId: BatchId.optional(), tags: z.array(Tag).optional() };

const question = {
  jobId: JobId,
  questionId: QuestionId,
  text: line,
  /** Later nobody waits for the answer. */
  until: Timestamp,
  ...place,
  links: z.object({ job: path, page: path }),
};

/** What each event tells: ids, links and small facts. Fields are added, never changed. */
export const webhookEventData = {
  "job.finished": z.object({
    jobId: JobId,
    outcome: JobOutcome,
    reason: line,
    ...place,
    pool: PoolName,
    deviceId: DeviceId.optional(),
    steps: count,
    costUsd: z.number().min(0).optional(),
    createdAt: Timestamp,
    finishedAt: Timestamp,
    links: z.object({ job: path, page: path }),
  }),
  "batch.finished": z.object({
    batchId: BatchId,
    name: z.string().max(200),
    status: z.enum(["finished", "cancelled", "failed", "refused"]),
    reason: line.optional(),
    lines: count,
    createdAt: Timestamp,
    finishedAt: Timestamp.optional(),
    links: z.object({ batch: path, statistics: path, page: path }),
  }),
  "question.asked": z.object(question),
  /** A question to which yes lets the agent continue. */
  "approval.requested": z.object({ ...question, action: line.optional() }),
  "device.quarantined": z.object({
    deviceId: DeviceId,
    hostId: HostId,
    pool: PoolName,
    by: z.enum(["host", "operator"]),
    reason: line.optional(),
    links: z.object({ device: path, page: path }),
  }),
  "recovery.failed": z.object({
    jobId: JobId,
    recoveryId: z.string().max(60),
    outcome: z.enum(["not_recovered", "infeasible", "aborted"]),
    reason: line,
    ...place,
    links: z.object({ recovery: path, job: path, page: path }),
  }),
  "budget.reached": z.object({
    /** A batch's, or the tenant's of a day. */
    scope: z.enum(["batch", "day"]),
    batchId: BatchId.optional(),
    day: CalendarDay.optional(),
    dimension: z.string().max(40),
    limit: z.number(),
    links: z.object({ spending: path }),
  }),
  "schedule.finished": z.object({
    scheduleId: z.string().max(64),
    name: z.string().max(200),
    batchId: BatchId,
    /** The run it is compared with; absent: it was the first. */
    previousBatchId: BatchId.optional(),
    /** How many tasks each. */
    changes: z.object({ fixed: count, broken: count, flaky: count, slower: count, dearer: count }).optional(),
    /** The comparison as Markdown, cut. */
    summary: z.string().max(4_000).optional(),
    links: z.object({ schedule: path, batch: path, page: path }),
  }),
} as const satisfies { readonly [Type in WebhookEventType]: z.ZodType };

/** What somebody records: the rest of an event is made of it. */
export type WebhookFact = {
  [Type in WebhookEventType]: {
    readonly type: Type;
    readonly data: z.infer<(typeof webhookEventData)[Type]>;
  };
}[WebhookEventType];

const event = <Type extends string, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ id: EventId, type: z.literal(type), timestamp: Timestamp, data });

/** The body of a webhook's request. */
export const WebhookEvent = z
  .discriminatedUnion("type", [
    event("job.finished", webhookEventData["job.finished"]),
    event("batch.finished", webhookEventData["batch.finished"]),
    event("question.asked", webhookEventData["question.asked"]),
    event("approval.requested", webhookEventData["approval.requested"]),
    event("device.quarantined", webhookEventData["device.quarantined"]),
    event("recovery.failed", webhookEventData["recovery.failed"]),
    event("budget.reached", webhookEventData["budget.reached"]),
    event("schedule.finished", webhookEventData["schedule.finished"]),
    /** Sent by `POST /v1/webhooks/{id}/test` alone. */
    event("webhook.test", z.object({ webhookId: z.string() })),
  ])
  .meta({ id: "WebhookEvent" });
export type WebhookEvent = z.infer<typeof WebhookEvent>;
