import { type Command, InvalidArgumentError } from "commander";
import { BatchId } from "#shared/contracts/values/ids.ts";
import { Tag } from "#shared/contracts/values/tag.ts";
import { WebhookEventType } from "#shared/contracts/webhook/webhook-event.ts";
import { defined } from "#shared/values/defined.ts";
import { each, someText, valueBy } from "../options/option-values.ts";

export interface WebhookOptions {
  readonly event?: readonly WebhookEventType[];
  readonly description?: string;
  readonly batch?: BatchId;
  readonly tag?: readonly Tag[];
}

const known = WebhookEventType.options.join(", ");

/** Names between commas; `all` is every event there is. */
function eventNames(value: string, earlier: readonly WebhookEventType[] = []): readonly WebhookEventType[] {
  if (value === "all") return WebhookEventType.options;
  const given = value.split(",").map((name) => WebhookEventType.safeParse(name.trim()).data);
  if (given.some((name) => name === undefined))
    throw new InvalidArgumentError(`Give 'all' or some of ${known}, separated by commas.`);
  return [...earlier, ...given.filter((name) => name !== undefined)];
}

const batchId = valueBy(BatchId, "Give a batch's id; 'drover batch list' lists them.");
const tag = valueBy(Tag, "Give 1 to 50 letters, digits or any of ._:=/-.");

export const withWebhookOptions = (command: Command): Command =>
  command
    .option("--event <names>", "events to send: 'all', or names separated by commas; repeatable", eventNames)
    .option("--description <text>", "a description", someText)
    .option("--batch <id>", "only events of this batch and its jobs", batchId)
    .option("--tag <tag>", "only jobs with this tag; repeat to require several", each(tag));

/** What the API takes; what was not said is absent. */
export const webhookBody = ({ event, description, batch, tag: tags }: WebhookOptions) =>
  defined({
    ...{ events: event, description },
    filter: batch === undefined && tags === undefined ? undefined : defined({ batchId: batch, tags }),
  });
