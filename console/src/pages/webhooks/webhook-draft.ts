import type { WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import type { DroverApi } from "#shared/contracts/api/routes/drover-api.ts";
import type { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";
import { eventTypes } from "./webhook-words.ts";

/** What the form holds, as it is typed. */
export interface WebhookDraft {
  readonly url: string;
  readonly description: string;
  readonly events: readonly WebhookEventType[];
  readonly batchId: string;
  readonly tags: string;
}

export const emptyWebhook: WebhookDraft = {
  url: "",
  description: "",
  events: eventTypes,
  batchId: "",
  tags: "",
};

export const webhookDraftOf = ({ url, description, events, filter }: WebhookResponse): WebhookDraft => ({
  ...{ url, description, events },
  batchId: filter?.batchId ?? "",
  tags: filter?.tags?.join(" ") ?? "",
});

export type WebhookBody = DroverApi["createWebhook"]["body"];

const tagsOf = ({ tags }: WebhookDraft): readonly string[] =>
  tags.split(/[\s,]+/).filter((tag) => tag !== "");

/** Undefined without an address or events. The API checks everything else. */
export function webhookBodyOf(draft: WebhookDraft): WebhookBody | undefined {
  const url = draft.url.trim();
  if (url === "" || draft.events.length === 0) return undefined;
  const batchId = draft.batchId.trim();
  const tags = tagsOf(draft);
  const filter = { ...(batchId === "" ? {} : { batchId }), ...(tags.length === 0 ? {} : { tags }) };
  const body = {
    ...{ url, events: draft.events, description: draft.description.trim() },
    ...(Object.keys(filter).length === 0 ? {} : { filter }),
  };
  return body as WebhookBody;
}

const quoted = (text: string): string =>
  /^[\w.:@/=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** Making it on the command line. */
export const createCommandOf = ({ url, events, description, filter }: WebhookBody): string =>
  [
    `drover webhooks create ${quoted(url)}`,
    `--event ${events.length === eventTypes.length ? "all" : events.join(",")}`,
    description ? `--description ${quoted(description)}` : "",
    filter?.batchId === undefined ? "" : `--batch ${quoted(filter.batchId)}`,
    ...(filter?.tags ?? []).map((tag) => `--tag ${quoted(tag)}`),
  ]
    .filter((part) => part !== "")
    .join(" ");
