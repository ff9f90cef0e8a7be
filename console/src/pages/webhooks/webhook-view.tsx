import type { WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import type { DeliveryStatus } from "#shared/contracts/webhook/webhook-delivery.ts";
import { Time } from "../../parts/figures.tsx";
import { utcText } from "../../parts/format.ts";
import type { Sorting } from "../../parts/sorting.ts";
import { DeliveryList } from "./delivery-list.tsx";
import { WebhookActions } from "./webhook-actions.tsx";
import { eventTypes } from "./webhook-words.ts";

interface ViewProps extends Sorting {
  readonly webhook: WebhookResponse;
  readonly status: DeliveryStatus | undefined;
  readonly onStatus: (status: DeliveryStatus | undefined) => void;
  readonly onRemove: () => void;
}

/** One webhook: its events, its state and its deliveries. */
export function WebhookView({ webhook, status, onStatus, onRemove, ...sorting }: ViewProps) {
  const { events, filter, disabledReason, failingSince, enabled, previousSecretUntil } = webhook;
  const both = previousSecretUntil !== undefined && Date.parse(previousSecretUntil) > Date.now();
  return (
    <>
      <section aria-label="The webhook" className="webhook-view">
        {!enabled && (
          <p role="status" className="webhook-trouble">
            {disabledReason === undefined
              ? "This webhook is disabled. Nothing is sent."
              : `Disabled by the farm. ${disabledReason}`}
          </p>
        )}
        {enabled && failingSince !== undefined && (
          <p role="status" className="webhook-trouble">
            No delivery has succeeded since <Time at={failingSince} />. Each event is retried for a day. After
            three days without success the webhook is disabled.
          </p>
        )}
        <dl className="webhook-facts">
          <div>
            <dt>Events</dt>
            <dd>
              {events.length === eventTypes.length
                ? "everything"
                : events.map((type) => <code key={type}>{type}</code>)}
            </dd>
          </div>
          {filter?.tags !== undefined && (
            <div>
              <dt>Tags</dt>
              <dd>
                {filter.tags.map((tag) => (
                  <code key={tag}>{tag}</code>
                ))}
              </dd>
            </div>
          )}
          {filter?.batchId !== undefined && (
            <div>
              <dt>Batch</dt>
              <dd>
                <code>{filter.batchId}</code>
              </dd>
            </div>
          )}
          {both && (
            <div>
              <dt>Two secrets in use</dt>
              <dd>until {utcText(previousSecretUntil)}</dd>
            </div>
          )}
        </dl>
        <WebhookActions webhook={webhook} onRemove={onRemove} />
      </section>
      <DeliveryList webhook={webhook} status={status} onStatus={onStatus} {...sorting} />
    </>
  );
}
