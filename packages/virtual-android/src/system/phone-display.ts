import { type Metrics, PHYSICAL_DENSITY_DPI, useMetrics } from "../graphics/geometry.ts";
import type { Display } from "./device.ts";
import type { PhoneCore } from "./phone-core.ts";

const PHYSICAL_WIDTH = 1_080;
const PHYSICAL_HEIGHT = 2_400;

type Displayed = Pick<PhoneCore, "settings" | "faults">;

/** A scripted turn is the sensor's; else the user's, when the phone does not turn by itself. */
export function rotationOf({ settings, faults }: Displayed): Display["rotation"] {
  if (faults.rotation !== 0) return faults.rotation;
  if (settings.get("system", "accelerometer_rotation") === "1") return 0;
  const rotation = Number(settings.get("system", "user_rotation") ?? "0");
  return rotation === 1 || rotation === 2 || rotation === 3 ? rotation : 0;
}

/** Where `wm size` and `wm density` keep their values, as WindowManagerService does. */
export const FORCED_SIZE = "display_size_forced";
export const FORCED_DENSITY = "display_density_forced";

/** In pixels, as it is held now. */
export function displaySize(core: Displayed): { readonly width: number; readonly height: number } {
  const [width = PHYSICAL_WIDTH, height = PHYSICAL_HEIGHT] = (core.settings.get("global", FORCED_SIZE) ?? "")
    .split(",")
    .map(Number)
    .filter((pixels) => pixels > 0);
  return rotationOf(core) % 2 === 1 ? { width: height, height: width } : { width, height };
}

export function metricsOf(core: Displayed): Metrics {
  const { settings } = core;
  const fontScale = Number(settings.get("system", "font_scale") ?? "1");
  const density = Number(settings.get("secure", FORCED_DENSITY) ?? "0");
  return {
    densityDpi: density > 0 ? density : PHYSICAL_DENSITY_DPI,
    fontScale: fontScale >= 0.25 && fontScale <= 5 ? fontScale : 1,
    rotation: rotationOf(core),
  };
}

/** Whoever asks for pixels counts in this phone's from then on. */
function sizeNow(core: PhoneCore) {
  useMetrics(metricsOf(core));
  return displaySize(core);
}

/** What the phone says of its display. */
export function displayOf(core: PhoneCore): Display {
  return {
    get width() {
      return sizeNow(core).width;
    },
    get height() {
      return sizeNow(core).height;
    },
    get densityDpi() {
      return metricsOf(core).densityDpi;
    },
    get rotation() {
      return rotationOf(core);
    },
    physical: { width: PHYSICAL_WIDTH, height: PHYSICAL_HEIGHT, densityDpi: PHYSICAL_DENSITY_DPI },
    get isOn() {
      return core.displayOn;
    },
    get isLocked() {
      return core.locked;
    },
  };
}
