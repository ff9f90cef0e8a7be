import type { SemanticUITree, UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import { elementLabel } from "../../screen/element-label.ts";

/** What is in the way of an app, as Android or the app itself puts it there. */
export interface Obstruction {
  readonly kind: "crash" | "anr" | "permission" | "popup" | "offline" | "keyboard";
  /** What it says. */
  readonly says: string;
}

const idOf = ({ resource_id: id }: UIElement): string => id.split("/").at(-1) ?? "";

/** Android's own error dialogs by their ids: what they say is in the device's language. */
function errorDialog({ elements }: SemanticUITree): Obstruction | null {
  const ids = new Set(elements.map(idOf));
  const says = titleOf(elements);
  if (ids.has("aerr_wait")) return { kind: "anr", says };
  if (ids.has("aerr_close") || ids.has("aerr_restart")) return { kind: "crash", says };
  return null;
}

const titleOf = (elements: readonly UIElement[]): string => {
  const titled = elements.find((element) => /^(alertTitle|permission_message)$/.test(idOf(element)));
  const first = titled ?? elements.find(({ type, text }) => type === "text" && text !== "");
  return first === undefined ? "" : elementLabel(first).slice(0, 200);
};

/** An AlertDialog's own buttons, or a panel that is called a dialog. */
const isDialogPart = (element: UIElement): boolean =>
  element.resource_id.startsWith("android:id/button") || /^(parentPanel|alertTitle)$/.test(idOf(element));

const offline =
  /\b(?:you(?:'|’)?re offline|no (?:internet|network|connection)|offline|not connected|check your (?:internet|network|connection))\b/i;

/**
 * What is in the way on a screen, by the ids that Android gives its dialogs and the words of offline banners. A keyboard counts
 * last: it is in the way only of what lies beneath it.
 */
export function obstructionOn(tree: SemanticUITree): Obstruction | null {
  const error = errorDialog(tree);
  if (error !== null) return error;
  const { elements } = tree;
  const says = titleOf(elements);
  if (/permissioncontroller|packageinstaller/.test(tree.app_package)) return { kind: "permission", says };
  if (elements.some(isDialogPart)) return { kind: "popup", says };
  const banner = elements.find(
    (element) => element.type !== "textfield" && offline.test(elementLabel(element)),
  );
  if (banner !== undefined) return { kind: "offline", says: elementLabel(banner).slice(0, 200) };
  return tree.keyboard_shown ? { kind: "keyboard", says: "The keyboard is shown." } : null;
}

/** Of these a recovery is never the end: nothing else can be used while they are there. */
export const blocks = (obstruction: Obstruction | null): obstruction is Obstruction =>
  obstruction !== null && ["crash", "anr", "permission", "popup"].includes(obstruction.kind);
