import { InvalidArgumentError, Option } from "commander";
import {
  type DeviceProfile,
  mostNullDevices,
  readActionMilliseconds,
} from "#device-host/null-device/device-profile.ts";
import { because } from "../terminal/because.ts";
import { CommandFailure } from "../terminal/command-failure.ts";
import { exitCodes } from "../terminal/exit-codes.ts";
import { wholeNumber } from "./whole-number.ts";

interface DeviceProfileOptions {
  readonly deviceProfile?: number;
  readonly devices?: number;
}

const usualDevices = 100;

/** Devices that are none: only for benches of everything else. */
export const deviceProfileOption = (): Option =>
  new Option(
    "--device-profile <null|ms>",
    "for benches, instead of phones: devices that reply at once, or after this many ms",
  ).argParser((text: string) => {
    try {
      return readActionMilliseconds(text);
    } catch (error) {
      throw new InvalidArgumentError(because(error));
    }
  });

export const devicesOption = (): Option =>
  new Option(
    "--devices <n>",
    `how many of them: 1 to ${mostNullDevices} (default: ${usualDevices})`,
  ).argParser(wholeNumber(1, mostNullDevices));

/** Undefined: real or virtual phones are asked for. @throws CommandFailure for a number of none */
export function nullProfile({ deviceProfile, devices }: DeviceProfileOptions): DeviceProfile | undefined {
  if (deviceProfile !== undefined)
    return { actionMilliseconds: deviceProfile, devices: devices ?? usualDevices };
  if (devices === undefined) return undefined;
  throw new CommandFailure(exitCodes.usage, "The option --devices works only with --device-profile.", [
    "Give --device-profile as well, or --phones for virtual phones.",
  ]);
}
