import type { App } from "../../system/app.ts";
import { aboutScreen, androidVersionScreen } from "./about-screen.ts";
import { allAppsScreen, appInfoScreen, appsScreen } from "./apps-screen.ts";
import { batteryScreen } from "./battery-screen.ts";
import { bluetoothScreen } from "./bluetooth-screen.ts";
import { connectedDevicesScreen, connectionPreferencesScreen } from "./connected-devices-screen.ts";
import { displayScreen } from "./display-screen.ts";
import { internetScreen } from "./internet-screen.ts";
import { mainScreen } from "./main-screen.ts";
import { networkScreen } from "./network-screen.ts";
import { searchScreen } from "./search-screen.ts";
import { doNotDisturbScreen, soundScreen } from "./sound-screen.ts";
import { dateTimeScreen, languageScreen, systemScreen } from "./system-screen.ts";

const base = { versionName: "14", versionCode: 34, icon: { name: "system", color: "#5f6368" } } as const;

export const settingsApp: App = {
  ...base,
  packageName: "com.android.settings",
  label: "Settings",
  translations: { de: "Einstellungen" },
  launcherActivity: "com.android.settings/.Settings",
  screens: [
    mainScreen,
    networkScreen,
    internetScreen,
    connectedDevicesScreen,
    connectionPreferencesScreen,
    bluetoothScreen,
    displayScreen,
    soundScreen,
    doNotDisturbScreen,
    appsScreen,
    allAppsScreen,
    appInfoScreen,
    batteryScreen,
    systemScreen,
    dateTimeScreen,
    languageScreen,
    aboutScreen,
    androidVersionScreen,
  ],
};

/** The search is its own package on Android 14. */
export const settingsSearch: App = {
  ...base,
  packageName: "com.android.settings.intelligence",
  label: "Settings Suggestions",
  launcherActivity: null,
  screens: [searchScreen],
};
