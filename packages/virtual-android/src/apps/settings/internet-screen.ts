import { preference } from "../../toolkit/screen-widgets.ts";
import { isOn, isWifiOn, toggleWifi } from "./setting-values.ts";
import { settingsScreen } from "./settings-screen.ts";
import { CONNECTED_NETWORK, OTHER_NETWORKS } from "./wifi-networks.ts";

export const internetScreen = settingsScreen({
  name: "Settings$WifiSettingsActivity",
  title: "Internet",
  actions: ["android.settings.WIFI_SETTINGS"],
  rows: (app) => {
    const wifi = isWifiOn(app);
    const airplane = isOn(app, "global", "airplane_mode_on");
    const networks = wifi
      ? [
          preference({ title: CONNECTED_NETWORK, summary: "Connected", icon: "wifi", onTap: () => {} }),
          ...OTHER_NETWORKS.map((title) => preference({ title, icon: "wifi", onTap: () => {} })),
          preference({ title: "Add network", icon: "add", onTap: () => {} }),
        ]
      : [];
    return [
      airplane
        ? null
        : preference({
            title: "T-Mobile",
            summary: wifi ? "LTE" : "Connected / LTE",
            icon: "sim",
            onTap: () => {},
          }),
      // Android writes the name with a non-breaking hyphen, U+2011.
      preference({ title: "Wi‑Fi", checked: wifi, onTap: () => toggleWifi(app) }),
      ...networks,
      preference({
        title: "Network preferences",
        summary: wifi ? "Wi‑Fi turns back on automatically" : "Wi‑Fi doesn’t turn back on automatically",
      }),
      preference({ title: "Non-carrier data usage", summary: "0.95 GB used Nov 1 - 28" }),
    ];
  },
});
