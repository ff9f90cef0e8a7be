import { middleOf } from "../../graphics/geometry.ts";
import type { AccessibleNode } from "../../toolkit/accessible-node.ts";
import { withDescendants } from "./match-ui-selector.ts";
import type { ServerPhone } from "./server-phone.ts";
import type { ServerSettings } from "./server-settings.ts";
import { WebDriverError } from "./web-driver-error.ts";

const button = /^android:id\/button\d+$/;
const permission =
  /^com\.(?:google\.)?android\.(?:packageinstaller|permissioncontroller):id\/permission_(allow|deny).*button$/;

interface Alert {
  readonly nodes: readonly AccessibleNode[];
  /** In the order in which `accept` prefers them. */
  readonly accepts: readonly AccessibleNode[];
  readonly dismisses: readonly AccessibleNode[];
}

/** An AlertDialog, or Android's question for a permission, by the ids of their buttons. @throws WebDriverError when none is open */
function alertOf(phone: ServerPhone, settings: ServerSettings): Alert {
  const nodes = phone.roots(settings).flatMap(withDescendants);
  const asked = nodes.filter(({ resourceId }) => permission.test(resourceId));
  if (asked.length > 0) {
    const does = (what: string) =>
      asked.filter(({ resourceId }) => permission.exec(resourceId)?.[1] === what);
    return { nodes, accepts: does("allow"), dismisses: does("deny") };
  }
  const buttons = nodes
    .filter(({ resourceId }) => button.test(resourceId))
    .toSorted((one, other) => one.resourceId.localeCompare(other.resourceId));
  if (buttons.length === 0) throw new WebDriverError("no such alert", "No alert is open at the moment");
  return { nodes, accepts: buttons, dismisses: [...buttons.slice(1), ...buttons.slice(0, 1)] };
}

export async function alertText(phone: ServerPhone, settings: ServerSettings): Promise<string> {
  await phone.waitForIdle(settings);
  const { nodes } = alertOf(phone, settings);
  const said = nodes.filter(({ resourceId }) =>
    /^android:id\/(?:alertTitle|message)$|:id\/permission_message$/.test(resourceId),
  );
  return said.map(({ text }) => text).join("\n");
}

export async function answerAlert(
  answer: "accept" | "dismiss",
  label: string | null,
  phone: ServerPhone,
  settings: ServerSettings,
): Promise<void> {
  await phone.waitForIdle(settings);
  const { nodes, accepts, dismisses } = alertOf(phone, settings);
  const [wanted] =
    label === null ? (answer === "accept" ? accepts : dismisses) : nodes.filter(({ text }) => text === label);
  if (wanted === undefined)
    throw new WebDriverError("invalid element state", `The alert has no button to ${answer} it with`);
  await phone.takes("gesture");
  const { x, y } = middleOf(wanted.bounds);
  await phone.device.input.tap(x, y);
}
