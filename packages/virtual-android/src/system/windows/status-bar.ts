import type { StatusBarState } from "../../draw/draw-bars.ts";
import type { IconName } from "../../graphics/icons.ts";
import { BATTERY_STATUS } from "../battery.ts";
import { clockTime } from "../format-time.ts";
import type { PhoneCore } from "../phone-core.ts";

/** What is in the status bar. Bluetooth is not among it: Android shows it while something is connected. */
export function statusBarOf(core: PhoneCore): StatusBarState {
  const { settings, battery } = core;
  const on = (key: string) => settings.get("global", key) === "1";
  const system: (IconName | null)[] = [
    on("airplane_mode_on") ? "airplane" : "cellSignal",
    on("wifi_on") ? "wifiSignal" : null,
    (settings.get("global", "zen_mode") ?? "0") === "0" ? null : "doNotDisturb",
    settings.get("global", "mode_ringer") === "1" ? "vibrate" : null,
    ...core.packages.apps().map((app) => app.statusIcon?.(core.contextOf(app.packageName)) ?? null),
  ];
  const { level, status } = battery.state;
  const owners = new Set(core.notifications.list().map(({ packageName }) => packageName));
  return {
    time: clockTime(core.clock(), settings),
    notifications: [...owners].map((owner) => core.packages.iconOf(owner).name),
    system: system.filter((name) => name !== null),
    batteryLevel: level,
    charging: status === BATTERY_STATUS.charging && battery.isPowered,
  };
}
