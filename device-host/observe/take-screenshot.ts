import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { type Png, readPng } from "./png.ts";

/** A 1080x2400 screen of noise is under 10 MB (docs/faults.md B14). */
const maximumBytes = 16 * 1024 * 1024;
const deadlineMilliseconds = 10_000;

/** The screen as a whole PNG; taken a second time when the first came damaged. */
export async function takeScreenshot(device: AdbDevice, deadline = deadlineMilliseconds): Promise<Png> {
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
