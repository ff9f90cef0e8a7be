import type { ActionContext } from "#shared/actions/action-definition.ts";
import type { ProjectConfig } from "#shared/config/load-project-config.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import { pixelOf } from "#shared/extensions/coordinate-transform.ts";
import type { Pixel } from "#shared/screen/coordinates.ts";
import { defined } from "#shared/values/defined.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";
import { type DeviceWays, devicePort } from "./device-port.ts";

interface ActingDevice {
  readonly device: DeviceWays & { readonly facts: Parameters<typeof pixelOf>[2] };
  /** Guarded by the lease. */
  readonly adb: AdbDevice;
  readonly screen: ScreenSize;
  /** Where on the display a pixel of that screen is, when it is a window of a split screen. */
  readonly onScreen?: (pixel: Pixel) => Pixel;
  readonly signal: AbortSignal;
  /** Of addresses that may be opened; absent: http and https. */
  readonly urlSchemes?: readonly string[];
  /** Absent: no secrets are typed. */
  readonly fillSecrets?: ActionContext["fillSecrets"];
  readonly checkEnter?: ActionContext["checkEnter"];
}

/** What an action works with on one device: the way to it, and where on its screen a coordinate lies. */
export const actionContext = (
  { device, adb, screen, onScreen, signal, urlSchemes, fillSecrets, checkEnter }: ActingDevice,
  {
    clock,
    config,
  }: { readonly clock: HostClock; readonly config: Pick<ProjectConfig, "coordinateTransform"> },
): ActionContext => ({
  device: devicePort(adb, device),
  screen,
  pixelOf: (coordinate) => {
    const pixel = pixelOf(coordinate, screen, device.facts, config.coordinateTransform);
    return onScreen === undefined ? pixel : onScreen(pixel);
  },
  clock,
  signal,
  ...defined({ urlSchemes, fillSecrets, checkEnter }),
});
