import type { Runtime } from "#agent/runtime/services.ts";
import type { DeliveryTrace } from "#agent/tracing/delivery-trace.ts";
import type { Webhook } from "#shared/contracts/webhook/webhook.ts";
import {
  type DeliveryAttempt,
  type DeliveryKey,
  mostAttemptsKept,
  type WebhookDelivery,
} from "#shared/contracts/webhook/webhook-delivery.ts";
import { attempt } from "./attempt.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { disabledAfterMilliseconds, mostTries, pauseAfter } from "./webhook-retry.ts";

type DeliverRuntime = Runtime<"deliver-webhooks">;

/** An attempt is over by then, one way or another: what was not noted is made again. */
const attemptMilliseconds = 45_000;
/** Clocks of two machines differ by so much. */
const soonMilliseconds = 1_000;
/** The status with which a receiver ends deliveries, by Standard Webhooks. */
const gone = 410;

/** Sends what is due, once; a message that comes twice, too early or for what is done already does nothing. */
export async function deliver(key: DeliveryKey, runtime: DeliverRuntime): Promise<void> {
  const { webhooks, webhookDeliveries } = runtime.repositories;
  const delivery = await webhookDeliveries.get(key);
  if (delivery === null || delivery.status !== "pending" || delivery.dueAt === undefined) return;
  const now = runtime.now().getTime();
  const wait = Date.parse(delivery.dueAt) - now;
  if (wait > soonMilliseconds) return requeue(key, wait, runtime);
  const webhook = await webhooks.get(key);
  const isTest = delivery.event.type === "webhook.test";
  if (webhook === null || !(webhook.enabled || isTest)) {
    await giveUp(
      delivery,
      webhook === null ? "The webhook was removed." : "The webhook is disabled.",
      runtime,
    );
    return;
  }
  // Of two that read it at once one continues, and should it die, the sweep finds it overdue.
  const dueAt = new Date(now + attemptMilliseconds).toISOString();
  const claimed = await webhookDeliveries.replace(delivery, { dueAt });
  if (claimed === null) return;
  const startedAt = runtime.now();
  // Whatever is wrong with it, the event is sent.
  const trace = await traceOf(webhook, claimed, startedAt, runtime).catch(() => null);
  const made = await attempt(webhook, claimed, { startedAt, traceparent: trace?.traceparent }, runtime);
  const { statusCode, milliseconds, error } = made;
  const { webhookId, eventId } = key;
  runtime.logger.info("webhook called", { webhookId, eventId, statusCode, milliseconds, error });
  const noted = await note(webhook, claimed, made, runtime);
  trace?.tell(made, noted);
}

/** Without traces nothing is loaded for them. */
async function traceOf(
  webhook: Webhook,
  delivery: WebhookDelivery,
  startedAt: Date,
  runtime: DeliverRuntime,
): Promise<DeliveryTrace | null> {
  if (!runtime.tracing.isOn) return null;
  const { deliveryTrace } = await import("#agent/tracing/delivery-trace.ts");
  return deliveryTrace(webhook, delivery, startedAt.toISOString(), runtime);
}

/** The resulting delivery; null: another process handled it meanwhile. */
async function note(
  webhook: Webhook,
  delivery: WebhookDelivery,
  made: DeliveryAttempt,
  runtime: DeliverRuntime,
): Promise<WebhookDelivery | null> {
  const { webhooks, webhookDeliveries } = runtime.repositories;
  const tries = delivery.tries + 1;
  const attempts = [...delivery.attempts, made].slice(-mostAttemptsKept);
  const now = runtime.now();
  if (made.error === undefined) {
    const { dueAt: _over, ...rest } = delivery;
    const done = { status: "delivered" as const, tries, attempts, finishedAt: now.toISOString() };
    const noted = await webhookDeliveries.replace(rest, done);
    if (webhook.failingSince !== undefined) await webhooks.works(webhook);
    return noted;
  }
  if (webhook.failingSince === undefined) await webhooks.fails(webhook, made.at);
  const isTest = delivery.event.type === "webhook.test";
  const pause = isTest || made.statusCode === gone ? null : pauseAfter(tries, runtime.random());
  if (pause === null) {
    const { dueAt: _never, ...rest } = delivery;
    const failed = { status: "failed" as const, tries, attempts, finishedAt: now.toISOString() };
    const noted = await webhookDeliveries.replace(rest, failed);
    if (isTest) return noted;
    runtime.metrics.tell({ WebhooksGivenUp: 1 });
    await disableIfHopeless(webhook, made, runtime);
    return noted;
  }
  const dueAt = new Date(now.getTime() + pause).toISOString();
  const noted = await webhookDeliveries.replace(delivery, { tries, attempts, dueAt });
  if (noted !== null) await requeue(delivery, pause, runtime);
  return noted;
}

/** Disables a webhook whose receiver is gone or has accepted nothing for days, until somebody enables it. */
async function disableIfHopeless(
  webhook: Webhook,
  { statusCode, at }: DeliveryAttempt,
  { repositories, logger }: DeliverRuntime,
): Promise<void> {
  const { webhookId, failingSince = at } = webhook;
  const failing = Date.parse(at) - Date.parse(failingSince);
  if (statusCode !== gone && failing < disabledAfterMilliseconds) return;
  const why =
    statusCode === gone
      ? "Its receiver responded with 410 and wants no more deliveries."
      : `No delivery since ${failingSince} arrived, with ${mostTries} tries each.`;
  await repositories.webhooks.disable(webhook, why, at);
  logger.warn("webhook disabled", { webhookId, why });
}

async function giveUp(delivery: WebhookDelivery, error: string, runtime: DeliverRuntime): Promise<void> {
  const { dueAt: _never, ...rest } = delivery;
  const at = runtime.now().toISOString();
  const attempts = [...delivery.attempts, { at, milliseconds: 0, error }].slice(-mostAttemptsKept);
  await runtime.repositories.webhookDeliveries.replace(rest, { status: "failed", attempts, finishedAt: at });
}

const requeue = (
  { tenantId, webhookId, eventId }: DeliveryKey,
  delayMilliseconds: number,
  { clients, environment, logger }: DeliverRuntime,
): Promise<void> =>
  deliveryQueue({ sqs: clients.sqs, queueUrl: environment.DROVER_WEBHOOK_QUEUE_URL, logger })(
    [{ tenantId, webhookId, eventId }],
    delayMilliseconds,
  );
