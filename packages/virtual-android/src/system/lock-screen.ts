import type { SettingsProvider } from "../device.ts";
import { column, icon, text } from "../toolkit/basic-widgets.ts";
import type { ScreenContent } from "./app.ts";
import { clockTime, longDate } from "./format-time.ts";

/** The keyguard of a phone without a PIN: a swipe up opens it. */
export function lockScreen(now: Date, settings: SettingsProvider, lies: boolean): ScreenContent {
  const time = clockTime(now, settings);
  return {
    overPicture: true,
    root: column(
      {
        id: "keyguard_root_view",
        class: "android.widget.FrameLayout",
        box: { width: "fill", height: "fill", align: "center" },
        look: { control: "wallpaper" },
      },
      [
        icon("lock", 26, "wallpaperText", {
          id: "lock_icon_view",
          desc: "Locked",
          box: { width: "fill", padding: [lies ? 32 : 72, 0, 0, 0] },
        }),
        text(
          time,
          { size: 72, color: "wallpaperText", align: "center" },
          {
            id: "lockscreen_clock_view_large",
            desc: time,
            box: { width: "fill", padding: [lies ? 8 : 62, 0, 0, 0] },
          },
        ),
        text(
          longDate(now),
          { size: 20, color: "wallpaperText", align: "center" },
          { id: "keyguard_slice_view", box: { width: "fill", padding: [8, 0] } },
        ),
        column({ box: { weight: 1 } }, []),
        text(
          "Swipe up to open",
          { size: 15, color: "wallpaperText", align: "center" },
          { id: "keyguard_indication_text", box: { width: "fill", padding: [0, 0, 64, 0] } },
        ),
      ],
    ),
  };
}
