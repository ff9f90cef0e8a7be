import type { KeptStack } from "./activity-stack.ts";
import type { BatteryMemory } from "./battery.ts";
import { copiedMemory, type WindowMemory } from "./input/input-focus.ts";
import type { PhoneCore } from "./phone-core.ts";
import type { PostedNotification } from "./telephony/notifications.ts";
import type { PhoneCall } from "./telephony/telephony.ts";
import { showDialog } from "./windows/error-dialogs.ts";
import type { OverlaySource } from "./windows/overlay.ts";
import type { SplitTasks } from "./windows/split-screen.ts";

/**
 * Everything of a phone that is not in its files, as data: the screens of its tasks, its processes, its dialogs. What screens show
 * is never changed in place (`View.set` makes another), so it is shared, not copied.
 */
export interface PhoneState {
  readonly bootId: string;
  /** What `setprop` changed. */
  readonly properties: readonly (readonly [name: string, value: string])[];
  readonly random: number;
  readonly clipboardText: string | null;
  readonly displayOn: boolean;
  readonly locked: boolean;
  readonly rotation: 0 | 1 | 2 | 3;
  readonly keyboardPage: PhoneCore["keyboardPage"];
  readonly lockMemory: WindowMemory;
  readonly battery: BatteryMemory;
  readonly calls: readonly PhoneCall[];
  readonly stack: KeptStack;
  readonly split: SplitTasks | null;
  readonly notifications?: readonly PostedNotification[];
  readonly overlays: readonly { readonly shows: OverlaySource; readonly memory: WindowMemory }[];
}

export const stateOf = (core: PhoneCore): Omit<PhoneState, "bootId" | "properties"> => ({
  random: core.random.state,
  clipboardText: core.clipboardText,
  displayOn: core.displayOn,
  locked: core.locked,
  rotation: core.faults.rotation,
  keyboardPage: core.keyboardPage,
  lockMemory: copiedMemory(core.lockMemory),
  battery: core.battery.memory,
  calls: core.telephony.calls,
  stack: core.stack.kept(),
  split: core.split.kept(),
  notifications: core.notifications.list(),
  overlays: core.overlays.map(({ shows, memory }) => ({ shows, memory: copiedMemory(memory) })),
});

/** The phone's files are those of that moment already. What a test scripts to go wrong is no part of a phone's state. */
export function restoreState(core: PhoneCore, state: PhoneState): void {
  core.reloadFiles();
  core.random.state = state.random;
  core.clipboardText = state.clipboardText;
  core.displayOn = state.displayOn;
  core.locked = state.locked;
  core.faults.rotation = state.rotation;
  core.keyboardPage = state.keyboardPage;
  core.lockMemory = copiedMemory(state.lockMemory);
  core.battery.memory = state.battery;
  core.telephony.calls = state.calls;
  core.stack.restore(state.stack, (component) => core.packages.factoryOf(component));
  core.split.restore(state.split);
  core.shade = null;
  core.notifications.replaceAll(state.notifications ?? []);
  core.overlays.length = 0;
  for (const { shows, memory } of state.overlays)
    Object.assign(showDialog(core, shows).memory, copiedMemory(memory));
  core.invalidate();
}

/** The same without functions: of a dialog that was scripted, each button closes it. */
export const storableState = (state: PhoneState): PhoneState => ({
  ...state,
  overlays: state.overlays.map(({ shows, memory }) => ({
    memory,
    shows:
      shows.kind === "app"
        ? {
            ...shows,
            dialog: { ...shows.dialog, buttons: shows.dialog.buttons.map(({ label }) => ({ label })) },
          }
        : shows,
  })),
});
