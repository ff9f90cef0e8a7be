import { stageOf } from "#agent/environment/stage-of.ts";
import { noSuch } from "#agent/runtime/find-job.ts";
import type { Runtime } from "#agent/runtime/services.ts";
import type { Routes } from "#shared/contracts/api/routes/routes.ts";
import type { TenantId } from "#shared/contracts/values/ids.ts";
import { previousSecretHours, type Webhook, WebhookId } from "#shared/contracts/webhook/webhook.ts";
import type { DeliveryKey, WebhookDelivery } from "#shared/contracts/webhook/webhook-delivery.ts";
import { WebhookReach } from "#shared/contracts/webhook/webhook-reach.ts";
import { fieldError, invalidRequest } from "#shared/http/field-errors.ts";
import { lookupWithin } from "#shared/http/outer-address.ts";
import { checkRoom } from "#shared/rules/check-room.ts";
import { eventIdOf, newDelivery } from "#shared/storage/webhooks/event-recorder.ts";
import { defined } from "#shared/values/defined.ts";
import type { RouteHandler } from "../http/http-route.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { createWebhookSecrets } from "./webhook-secrets.ts";

type ApiRuntime = Runtime<"api">;

const secretsOf = async (runtime: ApiRuntime) =>
  createWebhookSecrets(await runtime.clients.secretsManager(), stageOf(runtime));

async function find(tenantId: TenantId, webhookId: WebhookId, runtime: ApiRuntime): Promise<Webhook> {
  const found = await runtime.repositories.webhooks.get({ tenantId, webhookId });
  if (found === null) throw noSuch("webhook", webhookId);
  return found;
}

async function findDelivery(key: DeliveryKey, runtime: ApiRuntime): Promise<WebhookDelivery> {
  const found = await runtime.repositories.webhookDeliveries.get(key);
  if (found === null) throw noSuch("delivery", key.eventId);
  return found;
}

/** Checks only the written address; the resolved address is checked at each call. @throws InvalidRequest */
function checkUrl(url: string, { environment }: ApiRuntime): void {
  const reach = WebhookReach.parse(environment.DROVER_WEBHOOK_REACH);
  const target = new URL(url);
  // Everybody who may read webhooks sees the address.
  if (target.username !== "" || target.password !== "")
    throw invalidRequest([
      fieldError("url", undefined, "must be without a name and password: its secret signs the requests"),
    ]);
  try {
    lookupWithin(reach, target);
  } catch {
    const own = reach === "loopback" ? ", or of this machine" : "";
    throw invalidRequest([fieldError("url", url, `must be https and on the public internet${own}`)]);
  }
}

/** The secret first: what listens can be signed. */
export const createWebhook: RouteHandler<Routes["createWebhook"]> = async ({ tenantId, body }, runtime) => {
  checkUrl(body.url, runtime);
  const { webhooks } = runtime.repositories;
  checkRoom("webhooks", (await webhooks.list(tenantId)).length);
  const webhookId = WebhookId.parse(runtime.newId());
  const secret = await (await secretsOf(runtime)).create({ tenantId, webhookId });
  const at = runtime.now().toISOString();
  const { filter, ...rest } = body;
  const webhook: Webhook = {
    ...{ schemaVersion: 1, tenantId, webhookId, ...rest, ...defined({ filter }) },
    ...{ createdAt: at, updatedAt: at },
  };
  await webhooks.create(webhook);
  runtime.logger.info("webhook made", { webhookId });
  return { ...webhook, secret };
};

export const listWebhooks: RouteHandler<Routes["listWebhooks"]> = async ({ tenantId }, { repositories }) => ({
  items: [...(await repositories.webhooks.list(tenantId))],
});

export const readWebhook: RouteHandler<Routes["readWebhook"]> = ({ tenantId, parameters }, runtime) =>
  find(tenantId, parameters.id, runtime);

export const changeWebhook: RouteHandler<Routes["changeWebhook"]> = async (
  { tenantId, parameters: { id: webhookId }, body },
  runtime,
) => {
  if (body.url !== undefined) checkUrl(body.url, runtime);
  const at = runtime.now().toISOString();
  const changed = await runtime.repositories.webhooks.change({ tenantId, webhookId }, body, at);
  if (changed === null) throw noSuch("webhook", webhookId);
  return changed;
};

/** The record first: nothing is signed with what is then deleted. */
export const removeWebhook: RouteHandler<Routes["removeWebhook"]> = async (
  { tenantId, parameters: { id: webhookId } },
  runtime,
) => {
  const webhook = await find(tenantId, webhookId, runtime);
  await runtime.repositories.webhooks.remove(webhook);
  await (await secretsOf(runtime)).remove(webhook);
  return webhook;
};

/** That both sign is noted first: should this break off, the old one is still the present one. */
export const rotateWebhookSecret: RouteHandler<Routes["rotateWebhookSecret"]> = async (
  { tenantId, parameters: { id: webhookId } },
  runtime,
) => {
  const until = new Date(runtime.now().getTime() + previousSecretHours * 3_600_000).toISOString();
  const webhook = await runtime.repositories.webhooks.rotates({ tenantId, webhookId }, until);
  if (webhook === null) throw noSuch("webhook", webhookId);
  const secret = await (await secretsOf(runtime)).replace(webhook);
  return { secret, previousSecretUntil: until };
};

export const testWebhook: RouteHandler<Routes["testWebhook"]> = async ({ tenantId, parameters }, runtime) => {
  const webhook = await find(tenantId, parameters.id, runtime);
  const { webhookId } = webhook;
  const type = "webhook.test" as const;
  const id = eventIdOf(tenantId, type, runtime.newId());
  const event = { id, type, timestamp: runtime.now().toISOString(), data: { webhookId } };
  const delivery = newDelivery(webhook, event);
  await runtime.repositories.webhookDeliveries.create(delivery);
  await send({ tenantId, webhookId, eventId: id }, runtime);
  return delivery;
};

export const listDeliveries: RouteHandler<Routes["listDeliveries"]> = async (
  { tenantId, parameters, query },
  runtime,
) => {
  const webhook = await find(tenantId, parameters.id, runtime);
  const { items, ...rest } = await runtime.repositories.webhookDeliveries.list(webhook, query);
  return { items: [...items], ...rest };
};

export const readDelivery: RouteHandler<Routes["readDelivery"]> = async (
  { tenantId, parameters: { id: webhookId, eventId } },
  runtime,
) => findDelivery({ tenantId, webhookId, eventId }, runtime);

export const redeliver: RouteHandler<Routes["redeliver"]> = async (
  { tenantId, parameters: { id: webhookId, eventId } },
  runtime,
) => {
  await find(tenantId, webhookId, runtime);
  const key = { tenantId, webhookId, eventId };
  const { finishedAt: _over, ...delivery } = await findDelivery(key, runtime);
  const dueAt = runtime.now().toISOString();
  const again = await runtime.repositories.webhookDeliveries.replace(delivery, {
    ...{ status: "pending", tries: 0, dueAt },
  });
  if (again === null) return findDelivery(key, runtime);
  await send(key, runtime);
  return again;
};

const send = (key: DeliveryKey, { clients, environment, logger }: ApiRuntime): Promise<void> =>
  deliveryQueue({ sqs: clients.sqs, queueUrl: environment.DROVER_WEBHOOK_QUEUE_URL, logger })([key]);
