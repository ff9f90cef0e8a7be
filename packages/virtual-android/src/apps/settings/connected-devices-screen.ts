import { preference } from "../../toolkit/screen-widgets.ts";
import { isOn } from "./setting-values.ts";
import { openPage, settingsScreen } from "./settings-screen.ts";

export const connectedDevicesScreen = settingsScreen({
  name: "Settings$ConnectedDeviceDashboardActivity",
  title: "Connected devices",
  rows: (app) => {
    const bluetooth = isOn(app, "global", "bluetooth_on");
    const pair = () => app.settings.put("global", "bluetooth_on", "1");
    return [
      preference({
        title: "Pair new device",
        summary: bluetooth ? undefined : "Bluetooth will turn on to pair",
        icon: "add",
        onTap: pair,
      }),
      preference({
        title: "Connection preferences",
        summary: "Bluetooth, Android Auto",
        icon: "devices",
        onTap: openPage(app, "Settings$AdvancedConnectedDeviceActivity"),
      }),
    ];
  },
});

export const connectionPreferencesScreen = settingsScreen({
  name: "Settings$AdvancedConnectedDeviceActivity",
  title: "Connection preferences",
  rows: (app) => [
    preference({
      title: "Bluetooth",
      summary: isOn(app, "global", "bluetooth_on") ? "On" : "Off",
      icon: "bluetooth",
      onTap: openPage(app, "Settings$BluetoothDashboardActivity"),
    }),
    preference({ title: "Cast", icon: "devices", onTap: () => {} }),
    preference({ title: "Printing", summary: "1 print service on", icon: "storage", onTap: () => {} }),
    preference({ title: "Android Auto", icon: "phone", onTap: () => {} }),
  ],
});
