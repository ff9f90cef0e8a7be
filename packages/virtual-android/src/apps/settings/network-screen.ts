import { preference } from "../../toolkit/screen-widgets.ts";
import { isOn, isWifiOn, toggleAirplaneMode } from "./setting-values.ts";
import { openPage, settingsScreen } from "./settings-screen.ts";
import { CONNECTED_NETWORK } from "./wifi-networks.ts";

export const networkScreen = settingsScreen({
  name: "Settings$NetworkDashboardActivity",
  title: "Network & internet",
  actions: ["android.settings.WIRELESS_SETTINGS", "android.settings.AIRPLANE_MODE_SETTINGS"],
  rows: (app) => {
    const airplane = isOn(app, "global", "airplane_mode_on");
    const internet = isWifiOn(app) ? CONNECTED_NETWORK : airplane ? "Airplane mode is on" : "T-Mobile";
    return [
      preference({
        title: "Internet",
        summary: internet,
        icon: "wifi",
        onTap: openPage(app, "Settings$WifiSettingsActivity"),
      }),
      preference({
        title: "Calls & SMS",
        summary: airplane ? "Unavailable because airplane mode is on" : "T-Mobile",
        icon: "call",
        enabled: !airplane,
      }),
      preference({ title: "SIMs", summary: "T-Mobile", icon: "sim", enabled: !airplane }),
      preference({
        title: "Airplane mode",
        icon: "airplane",
        checked: airplane,
        onTap: () => toggleAirplaneMode(app),
      }),
      preference({ title: "Hotspot & tethering", summary: "Off", icon: "hotspot", enabled: !airplane }),
      preference({ title: "Data Saver", summary: "Off", icon: "data" }),
      preference({ title: "VPN", summary: "None", icon: "lock" }),
      preference({ title: "Private DNS", summary: "Automatic", icon: "globe" }),
    ];
  },
});
