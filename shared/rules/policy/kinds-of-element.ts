import type { ActionFacts } from "../../actions/action-definition.ts";
import type { ActionKind } from "../../contracts/job/policy.ts";
import type { UIElement } from "../../contracts/protocol/semantic-ui-tree.ts";
import { kindsOfPackage } from "./kinds-of.ts";

interface Acted {
  readonly kind: ActionKind;
  readonly presses?: ActionFacts["presses"] | undefined;
}

export interface ActedOn {
  /** The app in front; empty when Android names none. */
  readonly package: string;
  /** What the action is done on; undefined or null when that is not known. */
  readonly aimed?: readonly UIElement[] | null | undefined;
}

const systemUi = "com.android.systemui";

/** Of tiles, sliders and the dialogs "Internet" and "Bluetooth", as AOSP and the large makers name them. */
const settingId = /tile|qs_|quick_|slider|toggle|brightness|volume|ringer|internet|wifi|mobile|bluetooth/i;
/** Apps' own switches and buttons without an id lie in a row of these, not in a panel. */
const notificationRow = /:id\/expandableNotificationRow$/;
/** A notification's field for an answer, its "Send", and answers that it proposes. */
const answerId = /:id\/(remote_input|smart_reply|smart_action)/;
/** A touch that presses what it is on; another moves over it. */
export const pressesTarget = ({ kind, presses = "target" }: Acted): boolean =>
  kind === "touch" && presses === "target";

/** What else than touching is done by acting on parts of the system's own windows, the notification shade above all. */
export function kindsOfElement(action: Acted, { package: front, aimed }: ActedOn): readonly ActionKind[] {
  if (front !== systemUi) return [];
  // What nobody can see may be a setting, and typing goes nowhere but into an answer.
  if (aimed === undefined || aimed === null) return action.kind === "text" ? ["sms"] : ["settings"];
  const isInRow = aimed.some(({ resource_id }) => notificationRow.test(resource_id));
  const sets = aimed.some((element) =>
    // A slider follows the finger.
    action.kind !== "touch" || pressesTarget(action)
      ? isSetting(element, isInRow)
      : element.type === "slider",
  );
  const answers = aimed.some(({ resource_id }) => answerId.test(resource_id));
  return [...(sets ? (["settings"] as const) : []), ...(answers ? (["sms"] as const) : [])];
}

function isSetting({ type, resource_id, clickable }: UIElement, isInRow: boolean): boolean {
  if (isInRow || answerId.test(resource_id)) return false;
  if (resource_id.startsWith(`${systemUi}:id/`) && settingId.test(resource_id)) return true;
  return ["switch", "slider", "checkbox", "radio"].includes(type) || (clickable && resource_id === "");
}

/** By id: what a contact is called is in texts. */
const hangUpId = /:id\/\w*(end_?call|call_?end|hang_?up|disconnect|decline|reject)/i;

/** A touch of what ends or refuses a call leaves it. */
export const hangsUp = (action: Acted, { package: front, aimed }: ActedOn): boolean =>
  pressesTarget(action) &&
  kindsOfPackage(front).includes("call") &&
  aimed?.some(({ resource_id }) => hangUpId.test(resource_id)) === true;
