import type { ShellCommand } from "#shared/actions/device-port.ts";
import type { Png } from "./png.ts";

/** Each window's title, flags and whether it shows: FLAG_SECURE is written out among the flags. */
export const secureWindowsCommand: ShellCommand = {
  pipeline: [
    ["dumpsys", "window", "windows"],
    ["grep", "-E", "^ +Window #[0-9]+ Window|^ +(fl=|mAttrs=)|^ +isVisible="],
  ],
};

/** A picture that is black but for the bars packs into less than this (155 kB of 1080x2400), and few others do. */
const plainBytesPerPixel = 0.06;

/** Whether the picture may be all black because of a window that forbids it: only then its windows are worth asking for. */
export const looksPlain = ({ bytes, size }: Png): boolean =>
  bytes.length < plainBytesPerPixel * size.width * size.height;

/** Whether a window that shows forbids pictures of itself; null when the dump tells of no window. */
export function hasSecureWindow(output: string): boolean | null {
  const windows = output.split(/^ +Window #/m).slice(1);
  if (windows.length === 0) return null;
  return windows.some((window) => /\bSECURE\b/.test(window) && /isVisible=true/.test(window));
}
