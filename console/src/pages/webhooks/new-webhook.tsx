import { useState } from "react";
import { useShortcut } from "../../parts/shortcuts/shortcuts.tsx";
import { SecretDialog } from "./secret-dialog.tsx";
import { WebhookForm } from "./webhook-form.tsx";

/** Asks where to and which events, and then shows the secret. */
export function NewWebhook({ onMade }: { readonly onMade: (webhookId: string) => void }) {
  const [isOpen, setOpen] = useState(false);
  const [secret, setSecret] = useState<string>();
  useShortcut("n", "New webhook", () => setOpen(true));
  const done = (webhookId: string, made?: string): void => {
    setOpen(false);
    setSecret(made);
    onMade(webhookId);
  };
  return (
    <>
      <button type="button" className="primary" onClick={() => setOpen(true)}>
        New webhook
      </button>
      {isOpen && <WebhookForm onClose={() => setOpen(false)} onDone={done} />}
      {secret !== undefined && <SecretDialog secret={secret} onClose={() => setSecret(undefined)} />}
    </>
  );
}
