import "./webhooks-page.css";
import { getRouteApi, Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import { useApi, useApiAction } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { ScreenText } from "../../parts/screen-text.tsx";
import { EmptyState } from "../../parts/states/empty-state.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { DeliveryDialog } from "./delivery-dialog.tsx";
import { NewWebhook } from "./new-webhook.tsx";
import { WebhookView } from "./webhook-view.tsx";
import { statusOf, webhookState, webhookStateWords } from "./webhook-words.ts";

const route = getRouteApi("/webhooks");
const everyMilliseconds = 5_000;

/** Addresses that get events, with their deliveries. */
export function WebhooksPage() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const go = (to: typeof search): void => void navigate({ to: "/webhooks", search: to, replace: true });
  const { data, isError, error, refetch } = useApi("listWebhooks", {}, { everyMilliseconds });
  const [leaving, setLeaving] = useState<WebhookResponse>();
  const remove = useApiAction("removeWebhook");
  // Of one that goes nothing is asked any more.
  const gone = remove.isPending || remove.isSuccess ? remove.variables.id : undefined;
  const items = data?.items.filter(({ webhookId }) => webhookId !== gone) ?? [];
  const chosen =
    items.find(({ webhookId }) => webhookId === search.webhook) ??
    (search.webhook === undefined ? items[0] : undefined);
  const onRemoved = (): void => {
    setLeaving(undefined);
    go({});
  };
  return (
    <div className="page webhooks-page">
      <div className="page-head">
        <h1>Webhooks</h1>
        <CopyRequest name="listWebhooks" asked={{}} cli="drover webhooks list" />
        <NewWebhook onMade={(webhook) => go({ webhook })} />
      </div>
      {isError && <Failure error={error} retry={refetch} />}
      {data?.items.length === 0 && <NoWebhooks />}
      <ul className="webhooks" aria-label="Webhooks">
        {items.map((webhook) => (
          <WebhookLine key={webhook.webhookId} webhook={webhook} isChosen={webhook === chosen} />
        ))}
      </ul>
      {data !== undefined &&
        chosen === undefined &&
        leaving === undefined &&
        search.webhook !== undefined && <p className="quiet">The webhook {search.webhook} is no more.</p>}
      {chosen !== undefined && (
        <WebhookView
          key={chosen.webhookId}
          webhook={chosen}
          status={statusOf(search.status)}
          onStatus={(status) => go({ webhook: chosen.webhookId, ...(status && { status }) })}
          onRemove={() => setLeaving(chosen)}
          sort={search.sort}
          onSort={(sort) => {
            const { sort: _before, ...rest } = search;
            go({ ...rest, ...(sort && { sort }) });
          }}
        />
      )}
      {chosen !== undefined && search.event !== undefined && (
        <DeliveryDialog
          id={chosen.webhookId}
          eventId={search.event}
          onClose={() => {
            const { event: _closed, ...rest } = search;
            go(rest);
          }}
        />
      )}
      {leaving !== undefined && (
        <RemoveDialog
          url={leaving.url}
          remove={() => remove.mutate({ id: leaving.webhookId }, { onSuccess: onRemoved })}
          busy={remove.isPending}
          error={remove.error}
          onClose={() => setLeaving(undefined)}
        />
      )}
    </div>
  );
}

interface RemoveProps {
  readonly url: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly remove: () => void;
  readonly onClose: () => void;
}

const RemoveDialog = ({ url, remove, ...rest }: RemoveProps) => (
  <AskDialog title="Delete the webhook" act="Delete" onAct={remove} {...rest}>
    <code>{url}</code> gets no more events. Pending events are not sent, and its secret is deleted.
  </AskDialog>
);

const NoWebhooks = () => (
  <EmptyState title="No webhooks yet." command="drover webhooks create https://ci.example.com/drover">
    A webhook is an https address that gets a signed POST when a job or batch ends, an agent asks or a device
    is quarantined.
  </EmptyState>
);

interface LineProps {
  readonly webhook: WebhookResponse;
  readonly isChosen: boolean;
}

function WebhookLine({ webhook, isChosen }: LineProps) {
  const { webhookId, url, description } = webhook;
  const state = webhookState(webhook);
  return (
    <li>
      <Link to="/webhooks" search={{ webhook: webhookId }} aria-current={isChosen ? "true" : undefined}>
        {url}
      </Link>
      <span className={`webhook-${state}`}>{webhookStateWords[state]}</span>
      {description !== "" && (
        <span className="quiet">
          <ScreenText limit={200}>{description}</ScreenText>
        </span>
      )}
    </li>
  );
}
