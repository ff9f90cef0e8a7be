import "./shortcut-help.css";
import { useState } from "react";
import { Dialog } from "../dialog.tsx";
import type { ShortcutRegistry } from "./shortcut-registry.ts";

const keyWords: Readonly<Record<string, string>> = {
  ArrowLeft: "←",
  ArrowRight: "→",
  ArrowUp: "↑",
  ArrowDown: "↓",
  " ": "space",
  Escape: "esc",
  Enter: "enter",
};

interface ShortcutHelpProps {
  readonly registry: ShortcutRegistry;
  readonly onClose: () => void;
}

/** The keys that mean something on this page, and the switch that turns them off. */
export function ShortcutHelp({ registry, onClose }: ShortcutHelpProps) {
  const [enabled, setEnabled] = useState(registry.enabled);
  const choose = (on: boolean): void => {
    registry.enable(on);
    setEnabled(on);
  };
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl className="shortcuts">
        {registry.list().map(({ key, label }) => (
          <div key={key}>
            <dt>
              <kbd>{keyWords[key] ?? key}</kbd>
            </dt>
            <dd>{label}</dd>
          </div>
        ))}
      </dl>
      <label className="shortcut-switch">
        <input type="checkbox" checked={enabled} onChange={({ target }) => choose(target.checked)} />
        Enable single-key shortcuts
      </label>
      <p className="quiet">Everything is within reach of Tab and Enter as well.</p>
    </Dialog>
  );
}
