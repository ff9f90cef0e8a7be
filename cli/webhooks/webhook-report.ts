import type { DeliveryResponse, WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import { table } from "../terminal/table.ts";
import { out, plain } from "../terminal/terminal.ts";

const standing = ({ enabled, disabledReason, failingSince }: WebhookResponse): string => {
  if (!enabled) return disabledReason === undefined ? "disabled" : "disabled by the farm";
  return failingSince === undefined ? "enabled" : `fails since ${failingSince}`;
};

export function sayWebhooks(webhooks: readonly WebhookResponse[]): void {
  table(
    ["webhook", "url", "events", "is"],
    webhooks.map((webhook) => [webhook.webhookId, webhook.url, webhook.events.join(" "), standing(webhook)]),
  );
}

export function sayWebhook(webhook: WebhookResponse): void {
  const { webhookId, url, events, description, filter, disabledReason, previousSecretUntil, createdAt } =
    webhook;
  const line = (name: string, text: string): void => out(plain(`${name.padEnd(12)} ${text}`));
  line("webhook", webhookId);
  line("url", url);
  line("events", events.join(" "));
  if (description !== "") line("for", description);
  if (filter?.batchId !== undefined) line("of batch", filter.batchId);
  if (filter?.tags !== undefined) line("tags", filter.tags.join(" "));
  line("is", standing(webhook));
  if (disabledReason !== undefined) line("because", disabledReason);
  if (previousSecretUntil !== undefined) line("both secrets", `until ${previousSecretUntil}`);
  line("made", createdAt);
}

/** How the last attempt went. */
export function attemptWords({ attempts, status }: Pick<DeliveryResponse, "attempts" | "status">): string {
  const last = attempts.at(-1);
  if (last === undefined) return status === "pending" ? "not sent yet" : "";
  return `${last.error ?? `answered ${last.statusCode}`} (${Math.round(last.milliseconds)} ms)`;
}

export function sayDeliveries(deliveries: readonly DeliveryResponse[]): void {
  table(
    ["event", "type", "at", "is", "tries", "last"],
    deliveries.map((delivery) => [
      ...[delivery.eventId, delivery.event.type, delivery.createdAt, delivery.status],
      ...[String(delivery.tries), attemptWords(delivery)],
    ]),
  );
}
