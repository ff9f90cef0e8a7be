import type { DeliveryResponse, WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import type { DeliveryStatus } from "#shared/contracts/webhook/webhook-delivery.ts";
import type { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";

/** When each is sent, for whoever chooses. */
export const eventWords: { readonly [Type in WebhookEventType]: string } = {
  "job.finished": "a job has its outcome",
  "batch.finished": "a batch is over",
  "question.asked": "an agent waits for an answer",
  "approval.requested": "an agent waits for a yes",
  "device.quarantined": "a device is kept away from work",
  "recovery.failed": "a recovery did not help",
  "budget.reached": "a batch or a day has nothing left to spend",
  "schedule.finished": "a scheduled batch ended, with what changed",
};
export const eventTypes = Object.keys(eventWords) as readonly WebhookEventType[];

export type WebhookState = "enabled" | "failing" | "disabled";

export const webhookStateWords: { readonly [State in WebhookState]: string } = {
  enabled: "enabled",
  failing: "failing",
  disabled: "disabled",
};

export function webhookState({ enabled, failingSince }: WebhookResponse): WebhookState {
  if (!enabled) return "disabled";
  return failingSince === undefined ? "enabled" : "failing";
}

export const deliveryWords: { readonly [Status in DeliveryStatus]: string } = {
  pending: "pending",
  delivered: "delivered",
  failed: "given up",
};

/** What an address says, if it is one. */
export const statusOf = (text: string | undefined): DeliveryStatus | undefined =>
  text !== undefined && Object.hasOwn(deliveryWords, text) ? (text as DeliveryStatus) : undefined;

type Delivery = Pick<DeliveryResponse, "attempts" | "status" | "dueAt">;

/** How the last try went. */
export function lastWords({ attempts, status }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return status === "pending" ? "Not tried yet." : "";
  return last.error ?? `It answered ${last.statusCode}.`;
}

interface About {
  readonly kind: "job" | "batch" | "device" | "schedule";
  readonly id: string;
}

/** What an event is about, of what has a page. */
export function aboutOf({ type, data }: DeliveryResponse["event"]): About | null {
  if (type === "schedule.finished") return { kind: "schedule", id: data.name };
  if (type === "device.quarantined") return { kind: "device", id: data.deviceId };
  if ("jobId" in data) return { kind: "job", id: data.jobId };
  return "batchId" in data && data.batchId !== undefined ? { kind: "batch", id: data.batchId } : null;
}
