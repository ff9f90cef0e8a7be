import type { TenantId } from "../../contracts/values/ids.ts";
import { tenantLimits } from "../../contracts/values/tenant-limits.ts";
import { Webhook } from "../../contracts/webhook/webhook.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { listItems } from "../table/storage-call.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** All of a tenant in one partition: whatever happens is asked for those that listen. */
export const createWebhookEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("webhook"),
      attributes: { ...attributesOf(Webhook), tenantId: keyPart, webhookId: keyPart },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId"], "{tenantId}#webhooks"),
          sk: keyTemplate("sk", ["webhookId"], "webhook#{webhookId}"),
        },
      },
    },
    entityConfig(access),
  );
export type WebhookEntity = ReturnType<typeof createWebhookEntity>;

export const parseWebhook = (found: unknown): Webhook => checked(Webhook, found, "a stored webhook");

/** A tenant's, the oldest first: as they are at this moment. */
export async function readWebhooks(entity: WebhookEntity, tenantId: TenantId): Promise<readonly Webhook[]> {
  return listItems("read the webhooks", parseWebhook, () =>
    entity.query.primary({ tenantId }).go({ limit: tenantLimits.webhooks.most + 1, consistent: true }),
  );
}
