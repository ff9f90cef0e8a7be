import type { DeliveryResponse, WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import type { DeliveryStatus } from "#shared/contracts/webhook/webhook-delivery.ts";
import type { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";

/** When each is sent, for whoever chooses. */
export const eventWords: { readonly [Type in WebhookEventType]: string } = {
  "job.finished": "a job ends",
  "batch.finished": "a batch ends",
  "question.asked": "an agent asks a question",
  "approval.requested": "an agent asks for approval",
  "device.quarantined": "a device is quarantined",
  "recovery.failed": "a recovery fails",
  "budget.reached": "the budget of a batch or a day is used up",
  "schedule.finished": "a scheduled batch ends, with its changes",
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
  failed: "failed",
};

/** What an address says, if it is one. */
export const statusOf = (text: string | undefined): DeliveryStatus | undefined =>
  text !== undefined && Object.hasOwn(deliveryWords, text) ? (text as DeliveryStatus) : undefined;

type Delivery = Pick<DeliveryResponse, "attempts" | "status" | "dueAt">;

/** How the last try went. */
export function lastWords({ attempts, status }: Delivery): string {
  const last = attempts.at(-1);
  if (last === undefined) return status === "pending" ? "Not sent yet." : "";
  return last.error ?? `The receiver answered ${last.statusCode}.`;
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
