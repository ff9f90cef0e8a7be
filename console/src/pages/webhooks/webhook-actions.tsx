import { type ReactNode, useState } from "react";
import type { WebhookResponse } from "#shared/contracts/api/responses/webhook-response.ts";
import { useApiAction } from "../../api/use-api.ts";
import { Failure } from "../../parts/states/failure.tsx";
import { AskDialog } from "./ask-dialog.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookForm } from "./webhook-form.tsx";

interface ActionsProps {
  readonly webhook: WebhookResponse;
  /** Whether it is to go is asked elsewhere: what is here goes with it. */
  readonly onRemove: () => void;
}

type Open = "change" | "rotate";

/** What can be done with a webhook. */
export function WebhookActions({ webhook, onRemove }: ActionsProps) {
  const { webhookId: id, enabled } = webhook;
  const [open, setOpen] = useState<Open>();
  const test = useApiAction("testWebhook");
  const change = useApiAction("changeWebhook");
  const close = (): void => setOpen(undefined);
  const dialogs: { readonly [Name in Open]: ReactNode } = {
    change: <WebhookForm webhook={webhook} onClose={close} onDone={close} />,
    rotate: <RotateDialog id={id} onClose={close} />,
  };
  const error = test.error ?? change.error;
  return (
    <>
      <div className="webhook-actions">
        <button
          type="button"
          className="primary"
          disabled={test.isPending}
          onClick={() => test.mutate({ id })}
        >
          Send a test
        </button>
        <button
          type="button"
          disabled={change.isPending}
          onClick={() => change.mutate({ id, body: { enabled: !enabled } })}
        >
          {enabled ? "Disable" : "Enable"}
        </button>
        <button type="button" onClick={() => setOpen("change")}>
          Change…
        </button>
        <button type="button" onClick={() => setOpen("rotate")}>
          New secret…
        </button>
        <button type="button" onClick={onRemove}>
          Delete…
        </button>
      </div>
      {error !== null && <Failure error={error} />}
      {open !== undefined && dialogs[open]}
    </>
  );
}

/** Asks, and then shows the new one. */
function RotateDialog({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const rotate = useApiAction("rotateWebhookSecret");
  const { data } = rotate;
  if (data !== undefined)
    return <SecretDialog secret={data.secret} previousUntil={data.previousSecretUntil} onClose={onClose} />;
  return (
    <AskDialog
      title="Create a new secret"
      act="Create secret"
      busy={rotate.isPending}
      error={rotate.error}
      onAct={() => rotate.mutate({ id })}
      onClose={onClose}
    >
      Both secrets are used for a day. A secret that was replaced less than a day ago stops working now.
    </AskDialog>
  );
}
