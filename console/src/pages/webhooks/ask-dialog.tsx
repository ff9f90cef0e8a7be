import type { ReactNode } from "react";
import { Dialog } from "../../parts/dialog.tsx";
import { Failure } from "../../parts/states/failure.tsx";

interface AskProps {
  readonly title: string;
  /** What follows from it. */
  readonly children: ReactNode;
  readonly act: string;
  readonly busy: boolean;
  readonly error: Error | null;
  readonly onAct: () => void;
  readonly onClose: () => void;
}

/** Asks before what cannot be taken back. */
export const AskDialog = ({ title, children, act, busy, error, onAct, onClose }: AskProps) => (
  <Dialog title={title} onClose={onClose}>
    <div className="webhook-ask">
      <p>{children}</p>
      {error !== null && <Failure error={error} />}
      <footer>
        <button type="button" data-first onClick={onClose}>
          Cancel
        </button>
        <button type="button" className="primary" disabled={busy} onClick={onAct}>
          {act}
        </button>
      </footer>
    </div>
  </Dialog>
);
