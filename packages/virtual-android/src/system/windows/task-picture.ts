import { drawNode } from "../../draw/draw-node.ts";
import type { DrawingSurface } from "../../graphics/drawing-surface.ts";
import type { Rect } from "../../graphics/geometry.ts";
import { DARK, LIGHT } from "../../graphics/palette.ts";
import { scaledSurface } from "../../graphics/scaled-surface.ts";
import type { PhoneCore } from "../phone-core.ts";
import { displaySize } from "../phone-display.ts";
import { composeActivity, wholeDisplay } from "./compose-windows.ts";

/**
 * Draws the screen that a task shows when it comes to the front; null when no picture may be had of it (FLAG_SECURE). It is made
 * as it is drawn, so that nothing is kept for tasks that nobody looks at.
 */
export function taskPicture(
  core: PhoneCore,
  taskId: number,
): ((surface: DrawingSurface, area: Rect) => void) | null {
  const activity = core.stack
    .tasks()
    .find(({ id }) => id === taskId)
    ?.activities.at(-1);
  if (activity === undefined || activity.factory.secure || core.faults.secureWindows) return null;
  return (surface, area) => {
    const palette = core.settings.get("secure", "ui_night_mode") === "2" ? DARK : LIGHT;
    surface.fill(area, palette.surface);
    const { packageName, factory, memory, dialogMemory } = activity;
    const source = { packageName, component: factory.component, secure: false, memory, dialogMemory };
    const size = displaySize(core);
    const windows = (() => {
      try {
        return composeActivity(source, activity.screen.render(), wholeDisplay(size), null);
      } catch {
        // Its app crashes when it comes to the front, and says so there.
        return [];
      }
    })();
    const small = scaledSurface(surface, area, size);
    const unfocused = { palette, focus: null, cursor: 0, allSelected: false };
    surface.withClip(area, () => {
      for (const { root } of windows) drawNode(root, { surface: small, ...unfocused });
    });
  };
}
