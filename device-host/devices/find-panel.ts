import type { ShellCommand } from "#shared/actions/device-port.ts";
import { touchScreenName } from "#shared/actions/touch-script.ts";
import { type TouchPanel, touchPanelOf } from "../touches/touch-panel.ts";

/** The input devices that adb's shell may read, with what each reports. */
export const panelCommand: ShellCommand = ["getevent", "-p"];

/** The panel that people touch; null: there is none, or the shell may not read it. */
export const panelIn = (output: string): TouchPanel | null => touchPanelOf(output, [touchScreenName]);
