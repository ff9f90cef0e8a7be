import type { App } from "../../system/app.ts";
import { bluetoothScreen } from "./bluetooth-screen.ts";
import { connectedDevicesScreen, connectionPreferencesScreen } from "./connected-devices-screen.ts";
import { internetScreen } from "./internet-screen.ts";
import { mainScreen } from "./main-screen.ts";
import { networkScreen } from "./network-screen.ts";

export const settingsApp: App = {
  packageName: "com.android.settings",
  label: "Settings",
  versionName: "14",
  versionCode: 34,
  icon: { name: "system", color: "#5f6368" },
  launcherActivity: "com.android.settings/.Settings",
  screens: [mainScreen, networkScreen, internetScreen, connectedDevicesScreen, connectionPreferencesScreen, bluetoothScreen],
};
