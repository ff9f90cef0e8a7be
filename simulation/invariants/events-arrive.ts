import type { BatchId, TenantId } from "#shared/contracts/values/ids.ts";
import { WebhookId } from "#shared/contracts/webhook/webhook.ts";
import type { HeardType } from "../farm/webhook-receiver.ts";
import type { Invariant, Observed } from "./invariant.ts";

type Event = readonly [tenantId: TenantId, type: HeardType, subject: string];

/** What there is to tell. */
async function eventsOf({ farm, jobs, records }: Observed): Promise<readonly Event[]> {
  const events: Event[] = [];
  const { questions, batches } = farm.cloud.repositories;
  for (const job of jobs.values()) {
    if (job === null) continue;
    const { tenantId, jobId } = job;
    if (job.status === "finished") events.push([tenantId, "job.finished", jobId]);
    for (const { questionId } of await questions.listByJob(tenantId, jobId))
      events.push([tenantId, "question.asked", `${jobId}/${questionId}`]);
  }
  for (const [
    batchId,
    {
      operator: { tenantId },
    },
  ] of records.batches) {
    const batch = await batches.get(tenantId, batchId as BatchId);
    if (batch?.finishedAt !== undefined) events.push([tenantId, "batch.finished", batchId]);
  }
  return events;
}

/** Each event is accepted by its tenant's webhook, or the farm says that it gave up; nobody hears of another's, and what happens once is one event. */
export const eventsArrive = (): Invariant => ({
  name: "every event arrives at its tenant's webhook, or is marked as failed",
  async after(seen) {
    const { farm, receiver } = seen;
    const { webhookDeliveries } = farm.cloud.repositories;
    const found: string[] = [];
    const expected: ReadonlySet<string> = new Set((await eventsOf(seen)).map((event) => event.join(" ")));
    for (const [tenantId, id] of receiver.webhooks) {
      const { items } = await webhookDeliveries.list(
        { tenantId, webhookId: WebhookId.parse(id) },
        { limit: 1_000 },
      );
      const pending = items.filter(({ status }) => status === "pending");
      found.push(...pending.map(({ eventId }) => `event ${eventId} of ${tenantId} is still to be sent`));
      const missed = [...expected].filter(
        (event) => event.startsWith(`${tenantId} `) && !receiver.heard.has(event),
      );
      const failed = items.filter(({ status }) => status === "failed").length;
      if (missed.length > failed)
        found.push(`${missed.length} events did not arrive, and ${failed} are marked: ${missed.join(", ")}`);
    }
    for (const [event, ids] of receiver.heard) {
      if (!expected.has(event)) found.push(`the receiver heard of ${event}, which nobody knows`);
      if (ids.size > 1) found.push(`${event} happened once, and ${ids.size} events say so`);
    }
    return found;
  },
});
