import * as z from "zod";
import { pageOf } from "../../values/page.ts";
import { Webhook } from "../../webhook/webhook.ts";
import { WebhookDelivery } from "../../webhook/webhook-delivery.ts";

/** A webhook as it is shown: never with its secret. */
export const WebhookResponse = z
  .object(Webhook.omit({ tenantId: true, schemaVersion: true }).shape)
  .meta({ id: "Webhook" });
export type WebhookResponse = z.infer<typeof WebhookResponse>;

export const WebhookList = z.object({ items: z.array(WebhookResponse) });

/** Shown once: it cannot be read later. */
const secret = z.string().describe("whsec_ and base64, by Standard Webhooks; shown only here");
export const MadeWebhook = WebhookResponse.extend({ secret }).meta({ id: "MadeWebhook" });
export const RotatedSecret = z.object({
  secret,
  /** Until then the one before signs too. */
  previousSecretUntil: z.string(),
});

export const DeliveryResponse = z
  .object(WebhookDelivery.omit({ tenantId: true, schemaVersion: true, revision: true }).shape)
  .meta({ id: "WebhookDelivery" });
export type DeliveryResponse = z.infer<typeof DeliveryResponse>;
export const DeliveryPage = pageOf(DeliveryResponse);
