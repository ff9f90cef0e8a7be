import "./by-hand.css";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import { ScreenText } from "./screen-text.tsx";
import { canBeTapped, nameOf } from "./touched-element.ts";

interface TapByNameProps {
  readonly tree: SemanticUITree | undefined;
  readonly busy: boolean;
  readonly onTap: (element: UIElement) => void;
}

/** Touch by keyboard: everything on the screen that can be tapped, by its name. */
export function TapByName({ tree, busy, onTap }: TapByNameProps) {
  const elements = tree?.elements.filter(canBeTapped) ?? [];
  return (
    <details className="tap-by-name">
      <summary>Tap by name ({elements.length})</summary>
      <ul>
        {elements.map((element) => (
          <li key={element.element_id}>
            <button type="button" disabled={busy} onClick={() => onTap(element)}>
              <ScreenText limit={80}>{nameOf(element)}</ScreenText>
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}
