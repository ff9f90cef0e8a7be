import * as z from "zod";

/** How far a deployment's webhooks may lead: the public internet, or on one machine its own loopback addresses too. */
export const WebhookReach = z.enum(["public", "loopback"]);
export type WebhookReach = z.infer<typeof WebhookReach>;
