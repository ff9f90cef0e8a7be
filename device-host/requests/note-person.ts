import type { PersonAction } from "#shared/contracts/device/person-action.ts";
import type { SemanticUITree, UIElement } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { ActionResult, UIAction } from "#shared/contracts/protocol/ui-action.ts";
import type { Intervention } from "#shared/contracts/step/intervention.ts";
import type { Coordinate, ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { elementName } from "#shared/screen/element-label.ts";
import { defined } from "#shared/values/defined.ts";
import type { HeldLease } from "../devices/held-lease.ts";
import type { ManagedDevice } from "../devices/managed-device.ts";
import type { HostServices } from "../host-services.ts";

interface Done {
  readonly action: UIAction;
  /** Of the screen that it was done on. */
  readonly tree: SemanticUITree | null;
  readonly at: string;
  readonly jobId?: JobId;
}

const elementOf = ({ action, tree }: Done): UIElement | undefined =>
  "element_id" in action && action.element_id !== undefined
    ? tree?.elements.find(({ element_id }) => element_id === action.element_id)
    : undefined;

/** Kept under the device. What was done is done already, so this is not worth failing for. */
export async function notePersonAction(
  device: ManagedDevice,
  done: Done,
  { success, error }: ActionResult,
  { repositories, tenantId, newId, logger }: HostServices,
): Promise<void> {
  const { action, at, jobId } = done;
  const { deviceId } = device;
  const noted: PersonAction = {
    at,
    action: action.action_type,
    ok: success,
    ...defined({
      target: targetOf(done)?.slice(0, 300),
      characters: action.action_type === "type" ? action.text.length : undefined,
      error: error?.slice(0, 300),
      jobId,
    }),
  };
  await repositories.devices.noteAction({ tenantId, deviceId }, newId(), noted).catch((failure: unknown) => {
    logger.error("a person's action was not stored", { deviceId, error: String(failure) });
  });
}

function targetOf(done: Done): string | undefined {
  const { action } = done;
  const element = elementOf(done);
  if (action.action_type === "global_action") return action.global_action;
  const label = element === undefined ? undefined : elementName(element);
  return action.action_type === "scroll" ? [action.direction, label].filter(Boolean).join(" ") : label;
}

const kinds: Readonly<Record<UIAction["action_type"], Intervention["kind"] | null>> = {
  click: "tap",
  double_click: "tap",
  long_click: "longPress",
  scroll: "swipe",
  type: "typed",
  global_action: "key",
  wait: null,
};

/** Told to the lease's job as a finger on the screen is: its step says so, and its agent hears of it. */
export function noteIntervention(
  lease: HeldLease,
  done: Done,
  screen: ScreenSize,
  { execution_time_ms }: ActionResult,
): void {
  const kind = kinds[done.action.action_type];
  if (kind === null) return;
  const element = elementOf(done);
  const from = element === undefined ? undefined : middleOf(element, screen);
  const durationMilliseconds = Math.max(0, Math.round(execution_time_ms));
  lease.touched({ kind, at: done.at, durationMilliseconds, ...defined({ from }) });
}

const within = (share: number): number => Math.min(1, Math.max(0, share));

const middleOf = ({ bounds: { left, top, right, bottom } }: UIElement, screen: ScreenSize): Coordinate => [
  within((left + right) / 2 / screen.width),
  within((top + bottom) / 2 / screen.height),
];
