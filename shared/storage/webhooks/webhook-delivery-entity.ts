import { WebhookDelivery } from "../../contracts/webhook/webhook-delivery.ts";
import { Entity } from "../table/entity.ts";
import { entityConfig, expiring, keyTemplate, model, type TableAccess } from "../table/entity-setup.ts";
import { attributesOf, checked, keyPart } from "../table/stored.ts";

/** In its webhook's partition. `due` lists what is still to be sent: an item without `dueAt` is not in it. */
export const createDeliveryEntity = (access: TableAccess) =>
  new Entity(
    {
      model: model("webhookDelivery"),
      attributes: {
        ...attributesOf(WebhookDelivery),
        tenantId: keyPart,
        webhookId: keyPart,
        eventId: keyPart,
        createdAt: keyPart,
        dueAt: keyPart,
        revision: { type: "number" },
        deleteAfter: expiring(access),
      },
      indexes: {
        primary: {
          pk: keyTemplate("pk", ["tenantId", "webhookId"], "{tenantId}#webhook#{webhookId}"),
          sk: keyTemplate("sk", ["eventId"], "delivery#{eventId}"),
        },
        due: {
          index: "gsi1",
          projection: "keys_only",
          pk: keyTemplate("gsi1pk", ["tenantId"], "{tenantId}#webhooks#due"),
          sk: keyTemplate("gsi1sk", ["dueAt", "webhookId", "eventId"], "{dueAt}#{webhookId}#{eventId}"),
        },
        byTime: {
          index: "gsi2",
          projection: "keys_only",
          pk: keyTemplate("gsi2pk", ["tenantId", "webhookId"], "{tenantId}#webhook#{webhookId}"),
          sk: keyTemplate("gsi2sk", ["createdAt", "eventId"], "{createdAt}#{eventId}"),
        },
      },
    },
    entityConfig(access),
  );

export const parseDelivery = (found: unknown): WebhookDelivery =>
  checked(WebhookDelivery, found, "a stored delivery");
