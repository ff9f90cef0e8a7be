import { useState } from "react";
import type { TurnResponse } from "#shared/contracts/api/responses/turn-response.ts";
import { useShortcut } from "../../../parts/shortcuts/shortcuts.tsx";
import { TapByName } from "../../../parts/tap-by-name.tsx";
import { TypeForm } from "../../../parts/type-form.tsx";
import type { Turns } from "./use-turns.ts";

interface OfTurn {
  readonly turn: TurnResponse;
  readonly turns: Turns;
}

const keys = [
  { action: "back", label: "◁ Back", key: "b" },
  { action: "home", label: "○ Home", key: "h" },
  { action: "recent", label: "□ Recents", key: undefined },
  { action: "enter", label: "↵ Enter", key: undefined },
] as const;

const directions = ["down", "up"] as const;

/** Everything that a finger cannot do on a picture, and what it can do without one. */
export function DriveControls({ turn, turns }: OfTurn) {
  const { busy, take } = turns;
  useShortcut("b", "Drive: Back", () => void take([{ action: "back" }]));
  useShortcut("h", "Drive: Home", () => void take([{ action: "home" }]));
  return (
    <div className="drive-controls">
      <div className="by-hand-keys">
        {keys.map(({ action, label, key }) => (
          <button key={action} type="button" disabled={busy} onClick={() => void take([{ action }])}>
            {label} {key !== undefined && <kbd>{key}</kbd>}
          </button>
        ))}
        {directions.map((direction) => (
          <button
            key={direction}
            type="button"
            disabled={busy}
            onClick={() => void take([{ action: "scroll", direction }])}
          >
            Scroll {direction}
          </button>
        ))}
      </div>
      <DriveTyping turns={turns} />
      <TapByName
        tree={turn.observation.tree}
        busy={busy}
        onTap={({ element_id }) => void take([{ action: "tap", element: element_id }])}
      />
    </div>
  );
}

function DriveTyping({ turns: { busy, take } }: Pick<OfTurn, "turns">) {
  const [submit, setSubmit] = useState(false);
  const type = (text: string) => take([{ action: "type", text, ...(submit ? { submit } : {}) }]);
  return (
    <TypeForm busy={busy} onType={type}>
      <label className="drive-check">
        <input type="checkbox" checked={submit} onChange={({ target }) => setSubmit(target.checked)} />
        then Enter
      </label>
    </TypeForm>
  );
}
