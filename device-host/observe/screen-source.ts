import type { ShellCommand } from "#shared/actions/device-port.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type Dump, dumpTree } from "./dump-tree.ts";
import { type Png, readPng } from "./png.ts";

/** A 1080x2400 screen of noise is under 10 MB (docs/faults.md B14). */
const maximumBytes = 16 * 1024 * 1024;
const deadlineMilliseconds = 10_000;

/** The screen as a whole PNG; taken a second time when the first came damaged. */
async function takeScreenshot(device: AdbDevice, deadline = deadlineMilliseconds): Promise<Png> {
  try {
    return await takeOnce(device, deadline);
  } catch (error) {
    if (error instanceof DroverError && error.code === "ScreenshotCorrupt") return takeOnce(device, deadline);
    throw error;
  }
}

// Never adbkit's screencap(): it falls back to a framebuffer and GraphicsMagick, and dies with them.
const takeOnce = async (device: AdbDevice, deadline: number): Promise<Png> =>
  readPng(await device.readBinary(["screencap", "-p"], { maximumBytes, deadlineMilliseconds: deadline }));

/**
 * Where a look takes the elements from. Each dump is made when it is asked for and shows the screen as it is then, never an earlier one;
 * it answers within its deadline, without a tree and with the reason where there is none. What tests hold every implementation to:
 * test/device-host/observe/tree-source-contract.ts.
 */
export interface TreeSource {
  readonly name: string;
  /** It can tell every window, not only the one in front. */
  readonly knowsWindows: boolean;
  /** It answers, or throws DeviceTimeout, before that. */
  readonly deadlineMilliseconds: number;
  /** A dump that took at least so long was made after nothing had moved for about a second; null: it waits for nothing. */
  readonly quietMilliseconds: number | null;
  /** Dumps that wait for nothing are compared when at least so long is between their beginnings; absent: hardly any time. */
  readonly apartMilliseconds?: number | undefined;
  /** `beside`: shell commands whose answers are of the same moment. @throws the transport's errors */
  dump(adb: AdbDevice, beside: readonly ShellCommand[], options: readonly "--windows"[]): Promise<Dump>;
}

/** Where a look takes the picture from: whole, of the size that the display has now. */
export interface PictureSource {
  readonly name: string;
  /** @throws ScreenshotCorrupt, the transport's errors */
  take(adb: AdbDevice, deadlineMilliseconds?: number): Promise<Png>;
}

export interface ScreenSources {
  readonly tree: TreeSource;
  readonly picture: PictureSource;
}

/** What every Android has. */
export const uiautomatorTree: TreeSource = {
  name: "uiautomator dump",
  knowsWindows: true,
  deadlineMilliseconds: 20_000,
  // DumpCommand waits until no accessibility event has come for a second (Android 7 to 16).
  quietMilliseconds: 1_000,
  dump: dumpTree,
};

const screencapPicture: PictureSource = { name: "screencap", take: takeScreenshot };

export const builtInSources: ScreenSources = { tree: uiautomatorTree, picture: screencapPicture };
