import * as z from "zod";
import { PageQuery } from "../../values/page.ts";
import { WebhookChange, WebhookId, WebhookRequest } from "../../webhook/webhook.ts";
import { DeliveryStatus } from "../../webhook/webhook-delivery.ts";
import { EventId } from "../../webhook/webhook-event.ts";
import {
  DeliveryPage,
  DeliveryResponse,
  MadeWebhook,
  RotatedSecret,
  WebhookList,
  WebhookResponse,
} from "../responses/webhook-response.ts";
import type { Route } from "./route.ts";
import { none } from "./route-parts.ts";

const webhook = z.strictObject({ id: WebhookId });
const delivery = z.strictObject({ id: WebhookId, eventId: EventId });

/** Addresses that get the farm's events (docs/webhooks.md). */
export const webhookRoutes = {
  createWebhook: {
    method: "POST",
    path: "/v1/webhooks",
    scope: "farm:write",
    tag: "webhooks",
    summary: "Register an https address that gets events. The response has its secret, only this once.",
    query: none,
    body: WebhookRequest,
    status: 201,
    response: MadeWebhook,
    problems: ["LimitReached"],
  },
  listWebhooks: {
    method: "GET",
    path: "/v1/webhooks",
    scope: "jobs:read",
    tag: "webhooks",
    summary: "Webhooks, the oldest first: at most 20.",
    query: none,
    status: 200,
    response: WebhookList,
    problems: [],
  },
  readWebhook: {
    method: "GET",
    path: "/v1/webhooks/{id}",
    scope: "jobs:read",
    tag: "webhooks",
    summary: "One webhook, since when it fails, and why the farm disabled it.",
    parameters: webhook,
    query: none,
    status: 200,
    response: WebhookResponse,
    problems: ["NotFound"],
  },
  changeWebhook: {
    method: "PATCH",
    path: "/v1/webhooks/{id}",
    scope: "farm:write",
    tag: "webhooks",
    summary: "Change a webhook. If it is enabled again, it gets new events only.",
    parameters: webhook,
    query: none,
    body: WebhookChange,
    status: 200,
    response: WebhookResponse,
    problems: ["NotFound"],
  },
  removeWebhook: {
    method: "DELETE",
    path: "/v1/webhooks/{id}",
    scope: "farm:write",
    tag: "webhooks",
    summary: "Remove a webhook and its secret. Pending events are not sent.",
    parameters: webhook,
    query: none,
    status: 200,
    response: WebhookResponse,
    problems: ["NotFound"],
  },
  rotateWebhookSecret: {
    method: "POST",
    path: "/v1/webhooks/{id}/secret",
    scope: "farm:write",
    tag: "webhooks",
    summary:
      "Rotate a webhook's secret. For 24 hours both secrets sign; the response has the new one, only this once.",
    parameters: webhook,
    query: none,
    status: 200,
    response: RotatedSecret,
    problems: ["NotFound"],
  },
  testWebhook: {
    method: "POST",
    path: "/v1/webhooks/{id}/test",
    scope: "farm:write",
    tag: "webhooks",
    summary:
      "Send an event of type webhook.test, once and also to a disabled webhook. The response is its delivery, which you can read again.",
    parameters: webhook,
    query: none,
    status: 202,
    response: DeliveryResponse,
    problems: ["NotFound"],
  },
  listDeliveries: {
    method: "GET",
    path: "/v1/webhooks/{id}/deliveries",
    scope: "jobs:read",
    tag: "webhooks",
    summary:
      "Deliveries, newest first, with each attempt's status and time. status=failed: those whose attempts all failed.",
    parameters: webhook,
    query: PageQuery.extend({ status: DeliveryStatus.optional() }),
    status: 200,
    response: DeliveryPage,
    problems: ["NotFound"],
  },
  readDelivery: {
    method: "GET",
    path: "/v1/webhooks/{id}/deliveries/{eventId}",
    scope: "jobs:read",
    tag: "webhooks",
    summary: "One delivery with its event.",
    parameters: delivery,
    query: none,
    status: 200,
    response: DeliveryResponse,
    problems: ["NotFound"],
  },
  redeliver: {
    method: "POST",
    path: "/v1/webhooks/{id}/deliveries/{eventId}/redeliver",
    scope: "farm:write",
    tag: "webhooks",
    summary: "Send an event again, with the same id and as many attempts as the first time.",
    parameters: delivery,
    query: none,
    status: 202,
    response: DeliveryResponse,
    problems: ["NotFound"],
  },
} as const satisfies Record<string, Route>;
