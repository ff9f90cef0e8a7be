import type { TenantId, Timestamp } from "../../contracts/values/ids.ts";
import { Webhook, type WebhookChange, type WebhookId } from "../../contracts/webhook/webhook.ts";
import { defined } from "../../values/defined.ts";
import type { TableAccess } from "../table/entity-setup.ts";
import { conditionalCall, storageCall } from "../table/storage-call.ts";
import { checked } from "../table/stored.ts";
import { createWebhookEntity, parseWebhook, readWebhooks } from "./webhook-entity.ts";

interface WebhookKey {
  readonly tenantId: TenantId;
  readonly webhookId: WebhookId;
}

export function createWebhookRepository(access: TableAccess) {
  const entity = createWebhookEntity(access);
  const get = async ({ tenantId, webhookId }: WebhookKey): Promise<Webhook | null> => {
    const { data } = await storageCall("read the webhook", () =>
      entity.get({ tenantId, webhookId }).go({ consistent: true }),
    );
    return data === null ? null : parseWebhook(data);
  };
  return {
    get,

    async create(webhook: Webhook): Promise<void> {
      const item = checked(Webhook, webhook, "a webhook");
      await storageCall("store the webhook", () => entity.create(item).go());
    },

    /** A tenant's, the oldest first. */
    list: (tenantId: TenantId): Promise<readonly Webhook[]> => readWebhooks(entity, tenantId),

    /** Null when there is none. One that is enabled again begins as one that never failed. */
    async change(
      { tenantId, webhookId }: WebhookKey,
      { filter, ...change }: WebhookChange,
      at: Timestamp,
    ): Promise<Webhook | null> {
      const forgiven = change.enabled === true ? (["failingSince", "disabledReason"] as const) : [];
      const changed = await conditionalCall("change the webhook", () =>
        entity
          .patch({ tenantId, webhookId })
          .set({ ...defined({ ...change, filter: filter ?? undefined }), updatedAt: at })
          .remove([...forgiven, ...(filter === null ? (["filter"] as const) : [])])
          .go({ response: "all_new" }),
      );
      return changed === null ? null : parseWebhook(changed.data);
    },

    /** The secret of before signs too until then. Null when there is none. */
    async rotates(
      { tenantId, webhookId }: WebhookKey,
      previousSecretUntil: Timestamp,
    ): Promise<Webhook | null> {
      const changed = await conditionalCall("change the webhook", () =>
        entity.patch({ tenantId, webhookId }).set({ previousSecretUntil }).go({ response: "all_new" }),
      );
      return changed === null ? null : parseWebhook(changed.data);
    },

    /** Since when nothing arrives: the first time counts. */
    async fails({ tenantId, webhookId }: WebhookKey, at: Timestamp): Promise<void> {
      await conditionalCall("change the webhook", () =>
        entity.patch({ tenantId, webhookId }).ifNotExists({ failingSince: at }).go(),
      );
    },

    async works({ tenantId, webhookId }: WebhookKey): Promise<void> {
      await conditionalCall("change the webhook", () =>
        entity.patch({ tenantId, webhookId }).remove(["failingSince"]).go(),
      );
    },

    /** By the farm, that says why. */
    async disable({ tenantId, webhookId }: WebhookKey, disabledReason: string, at: Timestamp): Promise<void> {
      await conditionalCall("disable the webhook", () =>
        entity.patch({ tenantId, webhookId }).set({ enabled: false, disabledReason, updatedAt: at }).go(),
      );
    },

    /** What was not sent yet is not sent any more. False when there was none. */
    async remove({ tenantId, webhookId }: WebhookKey): Promise<boolean> {
      return (
        (await conditionalCall("remove the webhook", () => entity.remove({ tenantId, webhookId }).go())) !==
        null
      );
    },
  };
}
