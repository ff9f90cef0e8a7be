import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { Webhook, type WebhookChange, type WebhookId } from "../../contracts/webhook/webhook.ts";
import { defined } from "../../values/defined.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { operationsOn } from "../table/operations-on.ts";
import { changeItem, readItem, storageCall, wrote } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { createWebhookEntity, parseWebhook, readWebhooks, type WebhookEntity } from "./webhook-entity.ts";

interface WebhookKey {
  readonly tenantId: TenantId;
  readonly webhookId: WebhookId;
}

export const createWebhookRepository = (access: TableAccess) =>
  operationsOn(createWebhookEntity(access), {
    get,
    create,
    list,
    change,
    rotates,
    fails,
    works,
    disable,
    remove,
  });

const get = (entity: WebhookEntity, { tenantId, webhookId }: WebhookKey) =>
  readItem("read the webhook", parseWebhook, entity.get({ tenantId, webhookId }));

async function create(entity: WebhookEntity, webhook: Webhook): Promise<void> {
  const item = checked(Webhook, webhook, "a webhook");
  await storageCall("store the webhook", () => entity.create(item).go());
}

/** A tenant's, the oldest first. */
const list = (entity: WebhookEntity, tenantId: TenantId): Promise<readonly Webhook[]> =>
  readWebhooks(entity, tenantId);

/** Null when there is none. One that is enabled again begins as one that never failed. */
async function change(
  entity: WebhookEntity,
  { tenantId, webhookId }: WebhookKey,
  { filter, ...change }: WebhookChange,
  at: Timestamp,
): Promise<Webhook | null> {
  const forgiven = change.enabled === true ? (["failingSince", "disabledReason"] as const) : [];
  return changeItem("change the webhook", parseWebhook, () =>
    entity
      .patch({ tenantId, webhookId })
      .set({ ...defined({ ...change, filter: filter ?? undefined }), updatedAt: at })
      .remove([...forgiven, ...(filter === null ? (["filter"] as const) : [])]),
  );
}

/** The secret of before signs too until then. Null when there is none. */
const rotates = (
  entity: WebhookEntity,
  { tenantId, webhookId }: WebhookKey,
  previousSecretUntil: Timestamp,
) =>
  changeItem("change the webhook", parseWebhook, () =>
    entity.patch({ tenantId, webhookId }).set({ previousSecretUntil }),
  );

/** Since when nothing arrives: the first time counts. */
const fails = (entity: WebhookEntity, { tenantId, webhookId }: WebhookKey, at: Timestamp) =>
  wrote("change the webhook", () =>
    entity.patch({ tenantId, webhookId }).ifNotExists({ failingSince: at }).go(),
  );

const works = (entity: WebhookEntity, { tenantId, webhookId }: WebhookKey) =>
  wrote("change the webhook", () => entity.patch({ tenantId, webhookId }).remove(["failingSince"]).go());

/** By the farm, that says why. */
const disable = (
  entity: WebhookEntity,
  { tenantId, webhookId }: WebhookKey,
  disabledReason: string,
  at: Timestamp,
) =>
  wrote("disable the webhook", () =>
    entity.patch({ tenantId, webhookId }).set({ enabled: false, disabledReason, updatedAt: at }).go(),
  );

/** What was not sent yet is not sent any more. False when there was none. */
const remove = (entity: WebhookEntity, { tenantId, webhookId }: WebhookKey) =>
  wrote("remove the webhook", () => entity.remove({ tenantId, webhookId }).go());
