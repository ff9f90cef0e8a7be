import { dumpHierarchy } from "../../toolkit/dump-hierarchy.ts";
import { type ComposedWindow, focusedField } from "./compose-windows.ts";

/** `Editor.BLINK` of Android. */
const BLINK_MILLISECONDS = 500;

interface Drawn {
  readonly pid: number;
  readonly face: string;
  readonly frames: number;
  /** Since when the cursor of its field has blinked; null: no field has the focus. */
  readonly blinksSince: number | null;
}

/**
 * The frames that each app has drawn in its windows, as HWUI counts them since the process began: one when its views changed, one each
 * time that its cursor appears or goes. What a SurfaceView shows is drawn past HWUI and never counted.
 */
export class DrawnFrames {
  readonly #drawn = new Map<string, Drawn>();

  /** An app shows these, the one with the focus last. */
  draw(packageName: string, pid: number, windows: readonly ComposedWindow[], now: number): void {
    const known = this.#drawn.get(packageName);
    const before = known?.pid === pid ? known : undefined;
    const face = windows.map(faceOf).join("\n");
    if (before?.face === face) return;
    const [frames, top] = [blinked(before, now) + 1, windows.at(-1)];
    const blinks = top !== undefined && focusedField(top) !== null;
    this.#drawn.set(packageName, { pid, face, frames, blinksSince: blinks ? now : null });
  }

  of(packageName: string, pid: number, now: number): number {
    const known = this.#drawn.get(packageName);
    return known?.pid === pid ? blinked(known, now) : 0;
  }
}

const faceOf = ({ root, packageName, memory }: ComposedWindow): string =>
  `${dumpHierarchy(root, packageName, memory.focus, 0)} ${memory.cursor}`;

const blinked = (drawn: Drawn | undefined, now: number): number => {
  const since = drawn?.blinksSince ?? now;
  return (drawn?.frames ?? 0) + Math.max(0, Math.floor((now - since) / BLINK_MILLISECONDS));
};
