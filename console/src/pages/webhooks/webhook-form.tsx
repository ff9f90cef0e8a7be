import { type FormEvent, useId, useState } from "react";
import type { WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import { useApiAction } from "../../api/use-api.ts";
import { CopyRequest } from "../../parts/copy/copy-request.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/states/failure.tsx";
import {
  createCommandOf,
  emptyWebhook,
  type WebhookDraft,
  webhookBodyOf,
  webhookDraftOf,
} from "./webhook-draft.ts";
import { eventTypes, eventWords } from "./webhook-words.ts";

interface FormProps {
  /** The one that is changed; absent: one is made. */
  readonly webhook?: WebhookResponse | undefined;
  readonly onClose: () => void;
  /** Told the id, and of a new one its secret. */
  readonly onDone: (webhookId: string, secret?: string) => void;
}

/** Where events go, and which. */
export function WebhookForm({ webhook, onClose, onDone }: FormProps) {
  const create = useApiAction("createWebhook");
  const change = useApiAction("changeWebhook");
  const [draft, setDraft] = useState<WebhookDraft>(() =>
    webhook === undefined ? emptyWebhook : webhookDraftOf(webhook),
  );
  const body = webhookBodyOf(draft);
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (body === undefined) return;
    if (webhook === undefined) {
      const { webhookId, secret } = await create.mutateAsync({ body });
      return onDone(webhookId, secret);
    }
    const { webhookId } = webhook;
    await change.mutateAsync({ id: webhookId, body: { ...body, filter: body.filter ?? null } });
    onDone(webhookId);
  };
  const error = create.error ?? change.error;
  const busy = create.isPending || change.isPending;
  return (
    <Dialog title={webhook === undefined ? "New webhook" : "Change the webhook"} onClose={onClose}>
      {/* What the API refuses is shown below; nobody waits for this promise. */}
      <form className="webhook-form" onSubmit={(event) => void send(event).catch(() => undefined)}>
        <Fields draft={draft} change={(changed) => setDraft({ ...draft, ...changed })} />
        {error !== null && <Failure error={error} />}
        <footer>
          {webhook === undefined && body !== undefined && (
            <CopyRequest name="createWebhook" asked={{ body }} cli={createCommandOf(body)} />
          )}
          <button type="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="primary" disabled={body === undefined || busy}>
            {webhook === undefined ? "Create" : "Save"}
          </button>
        </footer>
      </form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: WebhookDraft;
  readonly change: (changed: Partial<WebhookDraft>) => void;
}

function Fields({ draft, change }: FieldsProps) {
  const id = useId();
  return (
    <>
      <label htmlFor={`${id}-url`}>Address</label>
      <input
        id={`${id}-url`}
        type="url"
        required
        maxLength={2_000}
        data-first
        placeholder="https://ci.example.com/drover"
        spellCheck={false}
        value={draft.url}
        onChange={({ target }) => change({ url: target.value })}
      />
      <EventBoxes events={draft.events} onChange={(events) => change({ events })} />
      <div className="webhook-more">
        <label>
          Description
          <input
            value={draft.description}
            maxLength={200}
            onChange={({ target }) => change({ description: target.value })}
          />
        </label>
        <label>
          Only jobs with these tags
          <input
            value={draft.tags}
            placeholder="any"
            spellCheck={false}
            onChange={({ target }) => change({ tags: target.value })}
          />
        </label>
        <label>
          Only jobs of this batch
          <input
            value={draft.batchId}
            placeholder="any"
            spellCheck={false}
            onChange={({ target }) => change({ batchId: target.value })}
          />
        </label>
      </div>
    </>
  );
}

interface BoxesProps {
  readonly events: WebhookDraft["events"];
  readonly onChange: (events: WebhookDraft["events"]) => void;
}

const EventBoxes = ({ events, onChange }: BoxesProps) => (
  <fieldset className="webhook-events">
    <legend>Events</legend>
    {eventTypes.map((type) => (
      <label key={type}>
        <input
          type="checkbox"
          checked={events.includes(type)}
          // In the list's order, whichever was chosen first.
          onChange={({ target }) =>
            onChange(eventTypes.filter((other) => (other === type ? target.checked : events.includes(other))))
          }
        />
        <span>
          {eventWords[type]} <code className="quiet">{type}</code>
        </span>
      </label>
    ))}
  </fieldset>
);
