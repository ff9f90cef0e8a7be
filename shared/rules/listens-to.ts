import type { Webhook } from "../contracts/webhook/webhook.ts";
import type { WebhookFact } from "../contracts/webhook/webhook-event.ts";

/** Whether the event is for this webhook. One that asks for certain jobs hears of nothing that is about no job. */
export function listensTo({ enabled, events, filter }: Webhook, { type, data }: WebhookFact): boolean {
  if (!enabled || !events.includes(type)) return false;
  if (filter === undefined) return true;
  const batchId = "batchId" in data ? data.batchId : undefined;
  const tags = "tags" in data ? (data.tags ?? []) : [];
  if (filter.batchId !== undefined && filter.batchId !== batchId) return false;
  return (filter.tags ?? []).every((tag) => tags.includes(tag));
}
