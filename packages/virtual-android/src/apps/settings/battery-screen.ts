import { preference } from "../../toolkit/screen-widgets.ts";
import { isOn, toggle } from "./setting-values.ts";
import { settingsScreen } from "./settings-screen.ts";

export const batteryScreen = settingsScreen({
  name: "Settings$PowerUsageSummaryActivity",
  title: "Battery",
  actions: ["android.intent.action.POWER_USAGE_SUMMARY"],
  rows: (app) => [
    preference({
      key: "level",
      title: `${app.battery.state.level}%`,
      summary:
        app.battery.state.level === 100
          ? "Fully charged"
          : app.battery.isPowered
            ? "Charging"
            : "Not charging",
    }),
    preference({
      title: "Battery usage",
      summary: "View usage from last full charge",
      icon: "battery",
      onTap: () => {},
    }),
    preference({
      title: "Battery Saver",
      summary: isOn(app, "global", "low_power") ? "On" : "Off",
      icon: "battery",
      checked: isOn(app, "global", "low_power"),
      onTap: toggle(app, "global", "low_power"),
    }),
    preference({
      title: "Battery percentage",
      summary: "Show battery percentage in status bar",
      checked: isOn(app, "system", "status_bar_show_battery_percent"),
      onTap: toggle(app, "system", "status_bar_show_battery_percent"),
    }),
  ],
});
