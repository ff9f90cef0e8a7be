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
        <p>Whoever receives its events verifies by this that they are this farm's. It is not shown again.</p>
        <Command text={secret} what="Copy the secret" />
        {previousUntil !== undefined && (
          <p className="quiet">
            Until {utcText(previousUntil)} the one before signs too: put this one in its place by then, and
            nothing is refused.
          </p>
        )}
        <footer>
          <button type="button" className="primary" data-first onClick={onClose}>
            I have kept it
          </button>
        </footer>
      </div>
    </Dialog>
  );
}
