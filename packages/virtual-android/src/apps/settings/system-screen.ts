import { is24Hour, longDate, timeOfDay } from "../../system/format-time.ts";
import { preference, preferenceCategory } from "../../toolkit/screen-widgets.ts";
import { isOn, toggle } from "./setting-values.ts";
import { openPage, settingsScreen } from "./settings-screen.ts";

export const systemScreen = settingsScreen({
  name: "Settings$SystemDashboardActivity",
  title: "System",
  rows: (app) => [
    preference({
      title: "Languages",
      summary: "System languages, app languages, speech",
      icon: "globe",
      onTap: openPage(app, "Settings$LanguageSettingsActivity"),
    }),
    preference({
      title: "Keyboard",
      summary: "On-screen keyboard, tools",
      icon: "keyboard",
      onTap: () => {},
    }),
    preference({ title: "Gestures", icon: "phone", onTap: () => {} }),
    preference({
      title: "Date & time",
      summary: "GMT+00:00 Coordinated Universal Time",
      icon: "clock",
      onTap: openPage(app, "Settings$DateTimeSettingsActivity"),
    }),
    preference({ title: "Backup", icon: "storage", onTap: () => {} }),
    preference({ title: "System update", summary: "Updated to Android 14", icon: "info", onTap: () => {} }),
    preference({ title: "Multiple users", summary: "Signed in as Owner", icon: "people", onTap: () => {} }),
    preference({ title: "Developer options", icon: "tools", onTap: () => {} }),
    preference({ title: "Reset options", icon: "reset", onTap: () => {} }),
  ],
});

export const dateTimeScreen = settingsScreen({
  name: "Settings$DateTimeSettingsActivity",
  title: "Date & time",
  actions: ["android.settings.DATE_SETTINGS"],
  rows: (app) => {
    const automatic = isOn(app, "global", "auto_time");
    const zone = isOn(app, "global", "auto_time_zone");
    const now = app.now();
    const clock24 = is24Hour(app.settings);
    return [
      preference({
        title: "Set time automatically",
        checked: automatic,
        onTap: toggle(app, "global", "auto_time"),
      }),
      preference({ title: "Date", summary: longDate(now), enabled: !automatic, onTap: () => {} }),
      preference({
        title: "Time",
        summary: timeOfDay(now.getUTCHours(), now.getUTCMinutes(), app.settings),
        enabled: !automatic,
        onTap: () => {},
      }),
      preferenceCategory("Time zone"),
      preference({
        title: "Set time zone automatically",
        checked: zone,
        onTap: toggle(app, "global", "auto_time_zone"),
      }),
      preference({
        title: "Time zone",
        summary: "GMT+00:00 Coordinated Universal Time",
        enabled: !zone,
        onTap: () => {},
      }),
      preferenceCategory("Time format"),
      preference({
        title: "Use 24-hour format",
        summary: clock24 ? "13:00" : "1:00 PM",
        checked: clock24,
        onTap: () => app.settings.put("system", "time_12_24", clock24 ? "12" : "24"),
      }),
    ];
  },
});

export const languageScreen = settingsScreen({
  name: "Settings$LanguageSettingsActivity",
  title: "Languages",
  actions: ["android.settings.LOCALE_SETTINGS"],
  rows: () => [
    preference({ title: "System languages", summary: "English (United States)", onTap: () => {} }),
    preference({ title: "App languages", onTap: () => {} }),
    preference({ title: "Regional preferences", onTap: () => {} }),
  ],
});
