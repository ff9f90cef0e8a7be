import * as z from "zod";
import { TenantId, Timestamp } from "../values/ids.ts";
import { WebhookId } from "./webhook.ts";
import { EventId, WebhookEvent } from "./webhook-event.ts";

/** `failed`: it is not tried again by itself; the list of these is what other queues call dead letters. */
export const DeliveryStatus = z.enum(["pending", "delivered", "failed"]);
export type DeliveryStatus = z.infer<typeof DeliveryStatus>;

/** Of those that were made. */
export const mostAttemptsKept = 30;

export const DeliveryAttempt = z.object({
  at: Timestamp,
  milliseconds: z.number().min(0),
  /** Absent: nothing was answered. */
  statusCode: z.int().min(100).max(999).optional(),
  /** In our words: nothing of the answer is kept. */
  error: z.string().max(300).optional(),
});
export type DeliveryAttempt = z.infer<typeof DeliveryAttempt>;

/**
 * One event for one webhook: recorded in the write of what happened, so that neither is without the other, and from then on the
 * record of how it was sent.
 */
export const WebhookDelivery = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  webhookId: WebhookId,
  eventId: EventId,
  /** Raised by each write. */
  revision: z.int().min(0),
  event: WebhookEvent,
  status: DeliveryStatus,
  createdAt: Timestamp,
  /** While it is pending: when it is due. An attempt under way moves it on, so that one that failed is made again. */
  dueAt: Timestamp.optional(),
  /** Since it was recorded, or was last sent again by hand. */
  tries: z.int().min(0),
  attempts: z.array(DeliveryAttempt).max(mostAttemptsKept),
  finishedAt: Timestamp.optional(),
});
export type WebhookDelivery = z.infer<typeof WebhookDelivery>;

/** What the queue carries: the delivery is read again. */
export const DeliveryKey = z.strictObject({ tenantId: TenantId, webhookId: WebhookId, eventId: EventId });
export type DeliveryKey = z.infer<typeof DeliveryKey>;
