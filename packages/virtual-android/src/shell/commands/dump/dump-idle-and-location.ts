import type { VirtualDevice } from "../../../system/device.ts";

/** `dumpsys location`: a virtual phone has its switch and the providers of a phone, and no position. */
export function dumpLocation({ settings }: VirtualDevice): string {
  const isOn = (settings.get("secure", "location_mode") ?? "0") !== "0";
  const providers = ["passive", "fused", "gps"].flatMap((name) => [
    `    ${name} provider:`,
    "      service: ProviderRequest[OFF]",
    "      last location=null",
    `      enabled=${isOn}`,
  ]);
  return [
    "Location Manager State:",
    "  User Info:",
    "    running users: u[0]",
    "  Location Settings:",
    `    Location Setting: ${isOn}`,
    "  Location Providers:",
    ...providers,
    "",
  ].join("\n");
}

/** `dumpsys deviceidle [get KEY|whitelist]`; null for another command. A phone rests as long as its screen is off and no cable is in it. */
export function dumpDeviceIdle(
  [verb, key = ""]: readonly string[],
  { display, battery, isOnline }: VirtualDevice,
): string | null {
  const state = display.isOn || battery.isPowered ? "ACTIVE" : "INACTIVE";
  const values: Readonly<Record<string, string | boolean>> = {
    light: state,
    deep: state,
    force: false,
    screen: display.isOn,
    charging: battery.isPowered,
    network: isOnline,
  };
  if (verb === "get" && Object.hasOwn(values, key)) return `${values[key]}\n`;
  if (verb === "whitelist" && key === "") return "";
  if (verb !== undefined) return null;
  return [
    "  mLightEnabled=true  mDeepEnabled=true",
    "  mForceIdle=false",
    `  mScreenOn=${display.isOn}`,
    `  mScreenLocked=${display.isLocked}`,
    `  mNetworkConnected=${isOnline}`,
    `  mCharging=${battery.isPowered}`,
    `  mState=${state} mLightState=${state}`,
    "",
  ].join("\n");
}
