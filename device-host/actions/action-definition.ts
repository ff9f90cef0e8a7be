import type { ScreenSize } from "#shared/contracts/coordinate.ts";
import type { DeviceAction, DeviceActionName } from "#shared/contracts/device-action.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";

export interface ActionContext {
  readonly device: AdbDevice;
  /** As rotated now. */
  readonly screen: ScreenSize;
  readonly clock: HostClock;
  readonly signal: AbortSignal;
}

export interface ActionReport {
  /** Tries beyond the first. */
  readonly retries: number;
}

export type ActionOf<Name extends DeviceActionName> = Extract<DeviceAction, { action: Name }>;

/** What a host does for one kind of action; its parameters' schema is the contract of the same name. */
export interface ActionDefinition<Name extends DeviceActionName> {
  readonly action: Name;
  /**
   * Throws an error of audience `model` for what the model can do something about, anything else for a fault of the
   * device or the way to it.
   */
  run(parameters: ActionOf<Name>, context: ActionContext): Promise<ActionReport>;
}

export const defineAction = <Name extends DeviceActionName>(
  definition: ActionDefinition<Name>,
): ActionDefinition<Name> => definition;

export const once: ActionReport = { retries: 0 };
