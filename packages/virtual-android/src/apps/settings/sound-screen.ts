import type { IconName } from "../../graphics/icons.ts";
import type { AppContext } from "../../system/app.ts";
import { column, icon, row, text } from "../../toolkit/basic-widgets.ts";
import { button, seekBar } from "../../toolkit/control-widgets.ts";
import { preference } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { isOn, numberOf, toggle } from "./setting-values.ts";
import { openPage, settingsScreen } from "./settings-screen.ts";

export const soundScreen = settingsScreen({
  name: "Settings$SoundSettingsActivity",
  title: "Sound & vibration",
  actions: ["android.settings.SOUND_SETTINGS"],
  rows: (app) => [
    volumeRow(app, "Media volume", "volume", "volume_music", 15),
    volumeRow(app, "Call volume", "call", "volume_voice", 7),
    volumeRow(app, "Ring volume", "vibrate", "volume_ring", 7),
    volumeRow(app, "Notification volume", "bell", "volume_notification", 7),
    volumeRow(app, "Alarm volume", "alarm", "volume_alarm", 7),
    preference({
      title: "Do Not Disturb",
      summary: doNotDisturb(app) ? "On" : "Off",
      icon: "bell",
      onTap: openPage(app, "Settings$ZenModeSettingsActivity"),
    }),
    preference({ title: "Phone ringtone", summary: "Your new adventure", onTap: () => {} }),
    preference({ title: "Default notification sound", summary: "Pixie Dust", onTap: () => {} }),
    preference({ title: "Default alarm sound", summary: "Cesium", onTap: () => {} }),
    preference({
      title: "Vibration & haptics",
      summary: isOn(app, "system", "haptic_feedback_enabled") ? "On" : "Off",
      onTap: toggle(app, "system", "haptic_feedback_enabled"),
    }),
    preference({
      title: "Touch sounds",
      checked: isOn(app, "system", "sound_effects_enabled"),
      onTap: toggle(app, "system", "sound_effects_enabled"),
    }),
    preference({
      title: "Dial pad tones",
      checked: isOn(app, "system", "dtmf_tone"),
      onTap: toggle(app, "system", "dtmf_tone"),
    }),
  ],
});

export const doNotDisturbScreen = settingsScreen({
  name: "Settings$ZenModeSettingsActivity",
  title: "Do Not Disturb",
  actions: ["android.settings.ZEN_MODE_SETTINGS"],
  header: (app) => {
    const on = doNotDisturb(app);
    // 1 is "priority only", what the button of Android 14 switches to.
    const change = () => app.settings.put("global", "zen_mode", on ? "0" : "1");
    const label = on ? "Turn off now" : "Turn on now";
    return row({ box: { width: "fill", padding: [0, 24, 16, 24] } }, [
      button(label, change, {
        id: on ? "zen_mode_settings_turn_off_button" : "zen_mode_settings_turn_on_button",
        style: "filled",
      }),
    ]);
  },
  rows: () => [
    preference({
      title: "People",
      summary: "Starred contacts can interrupt",
      icon: "people",
      onTap: () => {},
    }),
    preference({ title: "Apps", summary: "No apps can interrupt", icon: "apps", onTap: () => {} }),
    preference({
      title: "Alarms & other interruptions",
      summary: "Alarms and media can interrupt",
      icon: "alarm",
      onTap: () => {},
    }),
    preference({
      title: "Schedules",
      summary: "1 schedule can turn on automatically",
      icon: "clock",
      onTap: () => {},
    }),
  ],
});

function doNotDisturb(app: AppContext): boolean {
  return (app.settings.get("global", "zen_mode") ?? "0") !== "0";
}

function volumeRow(app: AppContext, title: string, iconName: IconName, key: string, most: number): Widget {
  const volume = Math.min(most, numberOf(app, "system", key));
  const slide = (fraction: number) => {
    const value = String(Math.round(fraction * most));
    app.settings.put("system", key, value);
    if (key === "volume_music") app.settings.put("system", "volume_music_speaker", value);
  };
  return row(
    {
      key: `volume-${key}`,
      box: { width: "fill", minHeight: 88, padding: [12, 24], gap: 20, align: "center" },
    },
    [
      row({ id: "icon_frame", class: "android.widget.FrameLayout", box: { width: 36, align: "center" } }, [
        icon(iconName, 24, "onSurfaceVariant", { id: "android:id/icon" }),
      ]),
      column({ box: { weight: 1 } }, [
        text(title, { size: 19 }, { id: "android:id/title" }),
        seekBar(volume / most, slide, { id: "android:id/seekbar", key: `seekbar-${key}`, desc: title }),
      ]),
    ],
  );
}
