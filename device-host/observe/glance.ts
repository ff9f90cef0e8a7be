import { PackageName } from "#shared/contracts/values/package-name.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { windowsCommand } from "./window-facts.ts";

/** What tells at the cost of one shell, without a dump, that a screen is still the one that was looked at. */
export interface Glance {
  /** The windows that show, the keyboard's too, and which has the focus: each with Android's own identity. */
  readonly windows: string;
  /** Whose frames were counted. */
  readonly app: string;
  /** What HWUI counted in its processes (Android 6). Null: the app draws past HWUI, or Android does not say. */
  readonly frames: string | null;
}

/** A look is worth no longer wait than this; without it the next action is preceded by a whole look. */
const deadlineMilliseconds = 2_000;

/** @throws the transport's errors but DeviceTimeout, which gives null */
export async function glanceAt(adb: AdbDevice, app: string): Promise<Glance | null> {
  const counted = PackageName.safeParse(app).success;
  try {
    const [windows, frames, layers] = await adb.read(
      [
        windowsCommand,
        ...(counted
          ? ([
              {
                pipeline: [
                  ["dumpsys", "gfxinfo", app],
                  ["grep", "-E", "info for pid|Total frames rendered"],
                ],
              },
              // A game, a video, a page of Chrome: HWUI draws the rest of their windows alone.
              {
                pipeline: [
                  ["dumpsys", "SurfaceFlinger", "--list"],
                  ["grep", "-F", "SurfaceView"],
                ],
              },
            ] as const)
          : []),
      ],
      { deadlineMilliseconds },
    );
    const drawn = /rendered: [1-9]/.test(frames?.output ?? "") && layers?.output.includes(app) === false;
    return { windows: windows?.output ?? "", app, frames: drawn ? (frames?.output ?? null) : null };
  } catch (error) {
    if (error instanceof DroverError && error.code === "DeviceTimeout") return null;
    throw error;
  }
}

/** The package of a dump's front window, whose frames are counted before the dump that may be the last of a look. */
export const appIn = (xml: string | null): string =>
  /<node\b[^>]*? package="([^"]*)"/.exec(xml ?? "")?.[1] ?? "";
