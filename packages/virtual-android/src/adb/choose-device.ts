import type { AttachedDevice } from "./device-registry.ts";

/** Which phone a request means: adb's `TransportType`, serial and transport id. */
export type DeviceSelector =
  | { readonly by: "serial"; readonly serial: string }
  | { readonly by: "transport-id"; readonly transportId: number }
  | { readonly by: "any" | "usb" | "local" };

export type DeviceChoice =
  | { readonly ok: true; readonly attached: AttachedDevice }
  | { readonly ok: false; readonly reason: string };

const unauthorizedReason = [
  "device unauthorized.",
  "This adb server's $ADB_VENDOR_KEYS is not set",
  "Try 'adb kill-server' if that seems wrong.",
  "Otherwise check for a confirmation dialog on your device.",
].join("\n");

/** adb's `acquire_one_transport`: same answers, same texts. `acceptAnyState` is for get-state and the like. */
export function chooseDevice(
  attached: readonly AttachedDevice[],
  selector: DeviceSelector,
  acceptAnyState = false,
): DeviceChoice {
  const matching = attached.filter((candidate) => matches(candidate, selector));
  const [first, second] = matching;
  if (first === undefined) return { ok: false, reason: noDeviceReason(selector) };
  if (second !== undefined) return { ok: false, reason: manyDevicesReason(selector) };
  if (acceptAnyState || first.state === "device") return { ok: true, attached: first };
  return { ok: false, reason: first.state === "offline" ? "device offline" : unauthorizedReason };
}

/** adb calls a phone "local" when it is an emulator or was connected over TCP. */
export const isLocal = (serial: string): boolean => serial.startsWith("emulator-") || /:\d+$/.test(serial);

function matches(candidate: AttachedDevice, selector: DeviceSelector): boolean {
  switch (selector.by) {
    case "serial":
      return candidate.serial === selector.serial;
    case "transport-id":
      return candidate.transportId === selector.transportId;
    case "usb":
      return !isLocal(candidate.serial);
    case "local":
      return isLocal(candidate.serial);
    case "any":
      return true;
  }
}

function noDeviceReason(selector: DeviceSelector): string {
  switch (selector.by) {
    case "serial":
      return `device '${selector.serial}' not found`;
    case "transport-id":
      return `no device with transport id '${selector.transportId}'`;
    case "usb":
      return "no devices found";
    case "local":
      return "no emulators found";
    case "any":
      return "no devices/emulators found";
  }
}

function manyDevicesReason(selector: DeviceSelector): string {
  if (selector.by === "any") return "more than one device/emulator";
  return selector.by === "local" ? "more than one emulator" : "more than one device";
}
