import path from "node:path";
import type { Command } from "commander";
import { mostEmulators } from "#device-host/devices/avd-emulator.ts";
import { prepareAvd } from "#device-host/devices/prepare-avd.ts";
import { makeDirectory } from "#local/make-directory.ts";
import { someText } from "../options/option-values.ts";
import { wholeNumber } from "../options/whole-number.ts";
import { progress } from "../terminal/terminal.ts";
import { withHostOptions } from "./host-options.ts";
import { sdkOf } from "./made-devices.ts";

interface PrepareOptions {
  readonly sdk?: string;
  readonly avdHome?: string;
  readonly adbPort: number;
  readonly image: string;
  readonly devices: number;
  readonly keyboard?: string;
}

export const prepareCommand = (command: Command): Command =>
  withHostOptions(command, "sdk", "avdHome", "adbPort", "image")
    .option("--devices <n>", "how many emulators", wholeNumber(1, mostEmulators), 1)
    .option("--keyboard <apk>", "ADBKeyboard's APK, which types non-ASCII text", someText)
    .action(async ({ image, devices, keyboard, ...options }: PrepareOptions) => {
      const sdk = sdkOf(options);
      await makeDirectory(sdk.avdHome);
      const keyboardFile = keyboard === undefined ? null : path.resolve(keyboard);
      // One after another: a first boot takes all the processors that there are.
      for (let number = 0; number < devices; number += 1) {
        const made = await prepareAvd(sdk, { number, image, keyboardFile });
        progress(
          `emulator ${number + 1} of ${devices}: ${made ? "booted and kept clean" : "is there already"}`,
        );
      }
    });
