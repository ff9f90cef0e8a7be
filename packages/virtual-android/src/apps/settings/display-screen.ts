import { type Dialog, defineScreen, type View } from "../../system/app.ts";
import { radioButton } from "../../toolkit/control-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import { preference, preferenceCategory, settingsPage } from "../../toolkit/screen-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { BRIGHTNESS_DIALOG } from "./brightness-dialog.ts";
import { sliderOf } from "./brightness-scale.ts";
import { isOn, numberOf, toggle } from "./setting-values.ts";
import { settingsComponent } from "./settings-screen.ts";

interface DisplayState {
  readonly choosingTimeout: boolean;
}

const TIMEOUTS = [
  [15_000, "15 seconds"],
  [30_000, "30 seconds"],
  [60_000, "1 minute"],
  [120_000, "2 minutes"],
  [300_000, "5 minutes"],
  [600_000, "10 minutes"],
  [1_800_000, "30 minutes"],
] as const;

export const displayScreen = defineScreen<DisplayState>({
  component: settingsComponent("Settings$DisplaySettingsActivity"),
  filters: [{ action: "android.settings.DISPLAY_SETTINGS" }],
  initialState: () => ({ choosingTimeout: false }),
  render: (view) => ({
    root: settingsPage({
      title: "Display",
      onBack: () => view.app.finish(),
      rows: [...brightnessRows(view), ...lockRows(view), ...appearanceRows(view), ...otherRows(view)],
    }),
    dialog: view.state.choosingTimeout ? timeoutDialog(view) : undefined,
  }),
});

function brightnessRows({ app }: View<DisplayState>): readonly Widget[] {
  const percent = Math.round(sliderOf(numberOf(app, "system", "screen_brightness")) * 100);
  const adaptive = isOn(app, "system", "screen_brightness_mode");
  const open = () => app.start({ component: BRIGHTNESS_DIALOG });
  return [
    preferenceCategory("Brightness"),
    preference({ title: "Brightness level", summary: `${percent}%`, onTap: open }),
    preference({
      title: "Adaptive brightness",
      summary: adaptive ? "On" : "Off",
      checked: adaptive,
      onTap: toggle(app, "system", "screen_brightness_mode"),
    }),
  ];
}

function lockRows({ app, set }: View<DisplayState>): readonly Widget[] {
  const timeout = timeoutLabel(numberOf(app, "system", "screen_off_timeout"));
  return [
    preferenceCategory("Lock display"),
    preference({ title: "Lock screen", summary: "Show all notification content", onTap: () => {} }),
    preference({
      title: "Screen timeout",
      summary: `After ${timeout} of inactivity`,
      onTap: () => set({ choosingTimeout: true }),
    }),
  ];
}

function appearanceRows({ app }: View<DisplayState>): readonly Widget[] {
  const dark = app.settings.get("secure", "ui_night_mode") === "2";
  const night = isOn(app, "secure", "night_display_activated");
  const never = (on: boolean) => `Will never turn ${on ? "off" : "on"} automatically`;
  return [
    preferenceCategory("Appearance"),
    preference({
      title: "Dark theme",
      summary: never(dark),
      checked: dark,
      onTap: () => app.settings.put("secure", "ui_night_mode", dark ? "1" : "2"),
    }),
    preference({ title: "Display size and text", onTap: () => {} }),
    preferenceCategory("Color"),
    preference({
      title: "Night Light",
      summary: `${night ? "On" : "Off"} / ${never(night)}`,
      checked: night,
      onTap: toggle(app, "secure", "night_display_activated"),
    }),
  ];
}

function otherRows({ app }: View<DisplayState>): readonly Widget[] {
  const rotates = isOn(app, "system", "accelerometer_rotation");
  const saver = isOn(app, "secure", "screensaver_enabled") ? "On" : "Off";
  return [
    preferenceCategory("Other display controls"),
    preference({
      title: "Auto-rotate screen",
      checked: rotates,
      onTap: toggle(app, "system", "accelerometer_rotation"),
    }),
    preference({
      title: "Screen saver",
      summary: saver,
      onTap: toggle(app, "secure", "screensaver_enabled"),
    }),
  ];
}

function timeoutDialog({ app, set }: View<DisplayState>): Dialog {
  const current = numberOf(app, "system", "screen_off_timeout");
  const close = () => set({ choosingTimeout: false });
  const choose = (milliseconds: number) => () => {
    app.settings.put("system", "screen_off_timeout", String(milliseconds));
    close();
  };
  const body = TIMEOUTS.map(([milliseconds, label]) =>
    radioButton(label, milliseconds === current, choose(milliseconds), {
      id: "android:id/text1",
      key: label,
    }),
  );
  const negative = { label: "Cancel", onTap: close };
  return {
    title: "Screen timeout",
    onDismiss: close,
    root: alertDialog({ title: "Screen timeout", body, negative }),
  };
}

function timeoutLabel(milliseconds: number): string {
  const known = TIMEOUTS.find(([one]) => one === milliseconds)?.[1];
  return known ?? `${Math.round(milliseconds / 1_000)} seconds`;
}
