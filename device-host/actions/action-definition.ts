import type { ScreenSize } from "#shared/contracts/coordinate.ts";
import type { DeviceAction, DeviceActionName } from "#shared/contracts/device-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { Argv } from "../adb/quote.ts";
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

/** Runs commands that must succeed, in one shell. Answers their outputs. */
export async function writeAll(device: AdbDevice, commands: readonly Argv[], deadlineMilliseconds?: number) {
  const options = deadlineMilliseconds === undefined ? {} : { deadlineMilliseconds };
  const results = await device.write(commands, options);
  results.forEach((result, index) => {
    if (result.code === 0) return;
    throw new DroverError("AdbCommandFailed", `'${commands[index]?.slice(0, 2).join(" ")}' failed`, {
      details: { code: result.code, output: result.output.slice(0, 500) },
    });
  });
  return results.map((result) => result.output);
}
