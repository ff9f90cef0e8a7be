import * as z from "zod";
import { BatchId, TenantId, Timestamp, Ulid } from "../values/ids.ts";
import { SafeText } from "../values/safe-text.ts";
import { Tag } from "../values/tag.ts";
import { WebhookEventType } from "./webhook-event.ts";

export const WebhookId = Ulid.brand<"WebhookId">();
export type WebhookId = z.infer<typeof WebhookId>;

/** The secret before the present one signs beside it for so long. */
export const previousSecretHours = 24;

/** Whether it may be called at all is seen where it is submitted, and again with each call (shared/http/outer-address.ts). */
const WebhookUrl = z.url({ protocol: /^https?$/, error: "must be an https address" }).max(2_000);

/** Events about certain jobs alone: of that batch, and with all of these tags. */
export const WebhookFilter = z
  .strictObject({ batchId: BatchId.optional(), tags: z.array(Tag).min(1).max(10).optional() })
  .meta({ id: "WebhookFilter" });
export type WebhookFilter = z.infer<typeof WebhookFilter>;

const given = {
  url: WebhookUrl,
  events: z.array(WebhookEventType).min(1, "must name at least one event").max(20),
  description: SafeText.max(200),
  /** False: nothing is sent, and what happens meanwhile is not sent later either. */
  enabled: z.boolean(),
  filter: WebhookFilter,
};

export const WebhookRequest = z
  .strictObject({
    ...given,
    description: given.description.default(""),
    enabled: given.enabled.default(true),
    filter: given.filter.optional(),
  })
  .meta({ id: "WebhookRequest" });
export type WebhookRequest = z.infer<typeof WebhookRequest>;

/** What is left out stays. `filter: null` takes it away. */
export const WebhookChange = z
  .strictObject({ ...given, filter: given.filter.nullable() })
  .partial()
  .meta({ id: "WebhookChange" });
export type WebhookChange = z.infer<typeof WebhookChange>;

/** Where a tenant wants to be told of what happens. Its secret lies in Secrets Manager, which hosts cannot read. */
export const Webhook = z.strictObject({
  schemaVersion: z.literal(1),
  tenantId: TenantId,
  webhookId: WebhookId,
  ...given,
  filter: given.filter.optional(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Until then the secret before the present one signs too. */
  previousSecretUntil: Timestamp.optional(),
  /** Since when nothing that was sent arrived; absent: the last did. */
  failingSince: Timestamp.optional(),
  /** Why the farm disabled it; absent: it did not. */
  disabledReason: z.string().max(300).optional(),
});
export type Webhook = z.infer<typeof Webhook>;
