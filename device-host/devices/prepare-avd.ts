import { setTimeout as delay } from "node:timers/promises";
import { adbKeyboard } from "../actions/enter-text.ts";
import type { AndroidSdk } from "./android-sdk.ts";
import {
  avdName,
  cleanSnapshot,
  consolePort,
  createAvd,
  Emulator,
  hasAvd,
  hasCleanSnapshot,
} from "./avd-emulator.ts";

export interface PreparedAvd {
  /** From 0; it is its name and its port. */
  readonly number: number;
  readonly image: string;
  /** ADBKeyboard's APK, for text that `input` cannot type; null: it is left out. */
  readonly keyboardFile: string | null;
}

interface Patience {
  readonly bootSeconds: number;
  readonly pollMilliseconds: number;
}
const usualPatience: Patience = { bootSeconds: 600, pollMilliseconds: 2_000 };

/**
 * Makes an AVD, boots it once, installs what every device has, and keeps it as the clean snapshot. What is there already is
 * left as it is. Answers whether anything was done.
 * @throws Error with what the SDK's program said
 */
export async function prepareAvd(
  sdk: AndroidSdk,
  { number, image, keyboardFile }: PreparedAvd,
  patience: Patience = usualPatience,
): Promise<boolean> {
  const name = avdName(number);
  if (hasCleanSnapshot(sdk, name)) return false;
  if (!hasAvd(sdk, name)) await createAvd(sdk, name, image);
  const emulator = new Emulator(sdk, name, consolePort(number), "cold");
  try {
    await emulator.connected(patience.bootSeconds);
    await booted(emulator, patience);
    if (keyboardFile !== null) {
      await emulator.adb(["install", "-r", keyboardFile]);
      await emulator.adb(["shell", "ime", "enable", adbKeyboard]);
    }
    // "System UI isn't responding" after a slow first boot would lie over everything (docs/faults.md C2).
    await emulator.adb(["shell", "settings", "put", "global", "hide_error_dialogs", "1"]);
    await emulator.adb(["emu", "avd", "snapshot", "save", cleanSnapshot], { deadlineSeconds: 180 });
  } finally {
    await emulator.end();
  }
  return true;
}

/** Some images say that they have booted before their package manager answers (docs/faults.md C1). */
async function booted(emulator: Emulator, { bootSeconds, pollMilliseconds }: Patience): Promise<void> {
  const until = performance.now() + bootSeconds * 1_000;
  for (;;) {
    const said = await emulator.adb(["shell", "getprop", "sys.boot_completed"]).catch(() => "");
    const packages =
      said.trim() === "1" ? await emulator.adb(["shell", "pm", "path", "android"]).catch(() => "") : "";
    if (packages.startsWith("package:")) return;
    if (performance.now() > until) throw new Error(`${emulator.serial} did not boot within ${bootSeconds} s`);
    await delay(pollMilliseconds);
  }
}
