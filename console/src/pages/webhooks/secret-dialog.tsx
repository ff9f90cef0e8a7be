import { Command } from "../../parts/copy/command.tsx";
import { Dialog } from "../../parts/dialog.tsx";
import { utcText } from "../../parts/format.ts";

interface SecretProps {
  readonly secret: string;
  /** Of one that was replaced: until then the one before signs too. */
  readonly previousUntil?: string | undefined;
  readonly onClose: () => void;
}

/** A webhook's secret, the one time that it can be read. */
export function SecretDialog({ secret, previousUntil, onClose }: SecretProps) {
  return (
    <Dialog title="The webhook's secret" onClose={onClose}>
      <div className="webhook-secret">
        <p>The receiver uses this secret to verify that events come from this farm. It is not shown again.</p>
        <Command text={secret} what="Copy the secret" />
        {previousUntil !== undefined && (
          <p className="quiet">
            The previous secret is used as well until {utcText(previousUntil)}. Replace it in the receiver by
            then.
          </p>
        )}
        <footer>
          <button type="button" className="primary" data-first onClick={onClose}>
            I have saved it
          </button>
        </footer>
      </div>
    </Dialog>
  );
}
