import type { DumpedWindow } from "../../toolkit/dump-all-windows.ts";
import { keyboardArea } from "../../toolkit/keyboard-layout.ts";
import type { DisplaySize } from "./compose-windows.ts";
import type { Split } from "./split-screen.ts";
import type { Frame } from "./window-manager.ts";

/** The windows on the display from the top, as an accessibility service that asks for all of them gets them. */
export function dumpedWindows(
  frame: Frame,
  { width, height }: DisplaySize,
  split: Split | null,
): readonly DumpedWindow[] {
  const keyboard = {
    title: "InputMethod",
    type: "TYPE_INPUT_METHOD",
    bounds: keyboardArea(width, height),
    focused: false,
    views: null,
  };
  const windows = frame.windows.toReversed().map((window, index) => ({
    title: window.title,
    type: window.component.includes("/") ? "TYPE_APPLICATION" : "TYPE_SYSTEM",
    bounds: window.root.bounds,
    focused: index === 0,
    views: { root: window.root, packageName: window.packageName, focus: window.memory.focus },
  }));
  const divider = { title: "", type: "TYPE_SPLIT_SCREEN_DIVIDER", focused: false, views: null };
  return [
    ...(frame.keyboardCovers ? [keyboard] : []),
    ...(split === null ? [] : [{ ...divider, bounds: split.divider }]),
    ...windows,
  ];
}
