import { type FormEvent, useId, useState } from "react";
import type { TurnResponse } from "#shared/contracts/api/turn-response.ts";
import { ScreenText } from "../../../parts/screen-text.tsx";
import { useShortcut } from "../../../parts/shortcuts.tsx";
import { canBeTapped, nameOf } from "../../device/touched-element.ts";
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
      <div className="drive-keys">
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
      <TypeForm turns={turns} />
      <TapByName turn={turn} turns={turns} />
    </div>
  );
}

function TypeForm({ turns: { busy, take } }: Pick<OfTurn, "turns">) {
  const [text, setText] = useState("");
  const [submit, setSubmit] = useState(false);
  const id = useId();
  const send = (event: FormEvent): void => {
    event.preventDefault();
    if (text === "") return;
    void take([{ action: "type", text, ...(submit ? { submit } : {}) }]).then(() => setText(""));
  };
  return (
    <form className="drive-type" onSubmit={send}>
      <label htmlFor={id} className="unseen">
        Text for the focused field
      </label>
      <input
        id={id}
        value={text}
        maxLength={4_000}
        placeholder="Type into the focused field"
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => setText(target.value)}
      />
      <label className="drive-check">
        <input type="checkbox" checked={submit} onChange={({ target }) => setSubmit(target.checked)} />
        then Enter
      </label>
      <button type="submit" disabled={busy || text === ""}>
        Type
      </button>
    </form>
  );
}

/** The same by keyboard: everything on the screen that can be tapped, by its name. */
function TapByName({ turn: { observation }, turns: { busy, take } }: OfTurn) {
  const elements = observation.tree?.elements.filter(canBeTapped) ?? [];
  return (
    <details className="drive-elements">
      <summary>Tap by name ({elements.length})</summary>
      <ul>
        {elements.map((element) => (
          <li key={element.element_id}>
            <button
              type="button"
              disabled={busy}
              onClick={() => void take([{ action: "tap", element: element.element_id }])}
            >
              <ScreenText limit={80}>{nameOf(element)}</ScreenText>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
