import { column, text } from "../../toolkit/basic-widgets.ts";
import { mainSwitch, preference } from "../../toolkit/screen-widgets.ts";
import { isOn, toggle } from "./setting-values.ts";
import { settingsScreen } from "./settings-screen.ts";

const FOOTER = "When Bluetooth is turned on, your device can communicate with other nearby Bluetooth devices";

export const bluetoothScreen = settingsScreen({
  name: "Settings$BluetoothDashboardActivity",
  title: "Bluetooth",
  actions: ["android.settings.BLUETOOTH_SETTINGS"],
  header: (app) =>
    mainSwitch("Use Bluetooth", isOn(app, "global", "bluetooth_on"), toggle(app, "global", "bluetooth_on")),
  rows: (app) => {
    const on = isOn(app, "global", "bluetooth_on");
    const name = app.settings.get("secure", "bluetooth_name") ?? "";
    return [
      on ? preference({ title: "Device name", summary: name, icon: "phone", onTap: () => {} }) : null,
      on ? preference({ title: "Pair new device", icon: "add", onTap: () => {} }) : null,
      column({ box: { padding: [16, 24] } }, [
        text(FOOTER, { size: 14, color: "onSurfaceVariant" }, { id: "android:id/title" }),
      ]),
    ];
  },
});
