import type { Argv } from "#shared/actions/device-port.ts";

/**
 * Empties the clipboard, for which Android has no command: IClipboard.clearPrimaryClip by its number, which changed with Android 12 as
 * its arguments did with 10, 13 and 14. Who asks is named, and believed when it is so: the shell's user, or root. Below Android 9 there is
 * no such call.
 */
export function forgetClipboard(apiLevel: number): readonly Argv[] {
  if (apiLevel < 28) return [];
  const tag = apiLevel >= 33 ? ["s16", ""] : [];
  const user = apiLevel >= 29 ? ["i32", "0"] : [];
  const device = apiLevel >= 34 ? ["i32", "0"] : [];
  return ["com.android.shell", "root"].map((caller) => [
    "service",
    "call",
    "clipboard",
    apiLevel >= 31 ? "3" : "2",
    ...["s16", caller, ...tag, ...user, ...device],
  ]);
}
