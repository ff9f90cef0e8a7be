import type { VirtualDevice } from "../../../system/device.ts";
import { longComponent } from "../packages/intent-arguments.ts";

/** `dumpsys gfxinfo [PACKAGE|PID]`: what HWUI counts of each app's process; those that drew nothing have zeros. */
export function dumpGraphics([asked]: readonly string[], device: VirtualDevice): string {
  const up = device.upMilliseconds();
  const running = device.activities.running();
  const found = running.filter(
    ({ packageName, pid }) => asked === undefined || asked === packageName || asked === String(pid),
  );
  if (found.length === 0) return `No process found for: ${asked}\n`;
  return [
    "Applications Graphics Acceleration Info:",
    `Uptime: ${up} Realtime: ${up}`,
    "",
    ...found.flatMap(({ packageName, pid, frames }) => [
      `** Graphics info for pid ${pid} [${packageName}] **`,
      "",
      "Stats since: 0ns",
      `Total frames rendered: ${frames}`,
      "Janky frames: 0 (0.00%)",
      "",
    ]),
  ].join("\n");
}

/** `dumpsys SurfaceFlinger --list`: a layer for each window that shows, and one for each surface in it. */
export function listLayers({ activities }: VirtualDevice): string {
  const layers = activities.windows().flatMap(({ title, hasSurface }) => {
    const name = title.includes("/") ? longComponent(title) : title;
    return hasSurface ? [name, `SurfaceView[${name}]`, `SurfaceView[${name}](BLAST)`] : [name];
  });
  return ["StatusBar", "NavigationBar0", ...layers].map((name, index) => `${name}#${index + 40}\n`).join("");
}
