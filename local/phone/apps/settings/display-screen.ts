import { defineScreen, type ScreenFactory } from "../../system/app.ts";
import { column } from "../../toolkit/basic-widgets.ts";
import { radioButton, seekBar } from "../../toolkit/control-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import { preference, preferenceCategory, settingsPage } from "../../toolkit/screen-widgets.ts";
import { brightnessOf, sliderOf } from "./brightness-scale.ts";
import { isOn, numberOf, toggle } from "./setting-values.ts";
import { settingsComponent } from "./settings-screen.ts";

const TIMEOUTS = [
  [15_000, "15 seconds"],
  [30_000, "30 seconds"],
  [60_000, "1 minute"],
  [120_000, "2 minutes"],
  [300_000, "5 minutes"],
  [600_000, "10 minutes"],
  [1_800_000, "30 minutes"],
] as const;

export const displayScreen = defineScreen<{ readonly choosingTimeout: boolean }>({
  component: settingsComponent("Settings$DisplaySettingsActivity"),
  filters: [{ action: "android.settings.DISPLAY_SETTINGS" }],
  initialState: () => ({ choosingTimeout: false }),
  render: ({ app, state, set }) => {
    const dark = app.settings.get("secure", "ui_night_mode") === "2";
    const adaptive = isOn(app, "system", "screen_brightness_mode");
    const night = isOn(app, "secure", "night_display_activated");
    const timeout = numberOf(app, "system", "screen_off_timeout");
    const percent = Math.round(sliderOf(numberOf(app, "system", "screen_brightness")) * 100);
    const close = () => set({ choosingTimeout: false });
    const rows = [
      preferenceCategory("Brightness"),
      preference({
        title: "Brightness level",
        summary: `${percent}%`,
        onTap: () => app.start({ component: BRIGHTNESS_DIALOG }),
      }),
      preference({
        title: "Adaptive brightness",
        summary: adaptive ? "On" : "Off",
        checked: adaptive,
        onTap: toggle(app, "system", "screen_brightness_mode"),
      }),
      preferenceCategory("Lock display"),
      preference({ title: "Lock screen", summary: "Show all notification content", onTap: () => {} }),
      preference({
        title: "Screen timeout",
        summary: `After ${timeoutLabel(timeout)} of inactivity`,
        onTap: () => set({ choosingTimeout: true }),
      }),
      preferenceCategory("Appearance"),
      preference({
        title: "Dark theme",
        summary: dark ? "Will never turn off automatically" : "Will never turn on automatically",
        checked: dark,
        onTap: () => app.settings.put("secure", "ui_night_mode", dark ? "1" : "2"),
      }),
      preference({ title: "Display size and text", onTap: () => {} }),
      preferenceCategory("Color"),
      preference({
        title: "Night Light",
        summary: night ? "On / Will never turn off automatically" : "Off / Will never turn on automatically",
        checked: night,
        onTap: toggle(app, "secure", "night_display_activated"),
      }),
      preferenceCategory("Other display controls"),
      preference({
        title: "Auto-rotate screen",
        checked: isOn(app, "system", "accelerometer_rotation"),
        onTap: toggle(app, "system", "accelerometer_rotation"),
      }),
      preference({
        title: "Screen saver",
        summary: isOn(app, "secure", "screensaver_enabled") ? "On" : "Off",
        onTap: toggle(app, "secure", "screensaver_enabled"),
      }),
    ];
    const choose = (milliseconds: number) => () => {
      app.settings.put("system", "screen_off_timeout", String(milliseconds));
      close();
    };
    const options = TIMEOUTS.map(([milliseconds, label]) =>
      radioButton(label, milliseconds === timeout, choose(milliseconds), {
        id: "android:id/text1",
        key: label,
      }),
    );
    const dialog = {
      title: "Screen timeout",
      onDismiss: close,
      root: alertDialog({
        title: "Screen timeout",
        body: options,
        negative: { label: "Cancel", onTap: close },
      }),
    };
    return {
      root: settingsPage({ title: "Display", onBack: () => app.finish(), rows }),
      ...(state.choosingTimeout ? { dialog } : {}),
    };
  },
});

function timeoutLabel(milliseconds: number): string {
  return TIMEOUTS.find(([one]) => one === milliseconds)?.[1] ?? `${Math.round(milliseconds / 1_000)} seconds`;
}

const BRIGHTNESS_DIALOG = "com.android.systemui/.settings.brightness.BrightnessDialog";

/** The slider that System UI shows over whatever is on the display. */
export const brightnessDialog: ScreenFactory = defineScreen({
  component: BRIGHTNESS_DIALOG,
  filters: [{ action: "com.android.intent.action.SHOW_BRIGHTNESS_DIALOG" }],
  initialState: () => ({}),
  render: ({ app }) => {
    const slide = (fraction: number) =>
      app.settings.put("system", "screen_brightness", String(brightnessOf(fraction)));
    const fraction = sliderOf(numberOf(app, "system", "screen_brightness"));
    return {
      root: column(
        {
          class: "android.widget.FrameLayout",
          onTap: () => app.finish(),
          desc: "",
          box: { width: "fill", height: "fill", padding: [24, 12] },
          look: { background: "surfaceVariant" },
        },
        [
          column(
            {
              id: "brightness_mirror_container",
              class: "android.widget.FrameLayout",
              box: { width: "fill", padding: 12 },
              look: { background: "surface", radius: 28 },
            },
            [seekBar(fraction, slide, { id: "slider", desc: "Display brightness" })],
          ),
        ],
      ),
    };
  },
});
