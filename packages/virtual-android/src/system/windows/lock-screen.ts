import { column, icon, list, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { AppContext, ScreenContent } from "../app.ts";
import { clockTime, longDate } from "../format-time.ts";
import { notificationRow } from "../telephony/notification-row.ts";

/** The keyguard of a phone without a PIN: a swipe up opens it. With notifications its clock is small and they lie below. */
export function lockScreen(app: AppContext, lies: boolean): ScreenContent {
  const shown = app.settings.get("secure", "lock_screen_show_notifications") === "1";
  const posted = shown ? app.notifications.list() : [];
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
        ...(posted.length === 0 ? largeClock(app, lies) : smallClock(app)),
        posted.length === 0
          ? column({ box: { weight: 1 } }, [])
          : list(
              {
                id: "notification_stack_scroller",
                box: { width: "fill", weight: 1, padding: [12, 16], gap: 4 },
              },
              posted.map((one) => notificationRow(app, one)),
            ),
        text(
          "Swipe up to open",
          { size: 15, color: "wallpaperText", align: "center" },
          { id: "keyguard_indication_text", box: { width: "fill", padding: [0, 0, 64, 0] } },
        ),
      ],
    ),
  };
}

function largeClock(app: AppContext, lies: boolean): readonly Widget[] {
  const time = clockTime(app.now(), app.settings);
  return [
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
      longDate(app.now()),
      { size: 20, color: "wallpaperText", align: "center" },
      { id: "keyguard_slice_view", box: { width: "fill", padding: [8, 0] } },
    ),
  ];
}

function smallClock(app: AppContext): readonly Widget[] {
  const time = clockTime(app.now(), app.settings);
  return [
    text(
      time,
      { size: 44, color: "wallpaperText" },
      { id: "lockscreen_clock_view", desc: time, box: { width: "fill", padding: [8, 24, 0, 24] } },
    ),
    text(
      longDate(app.now()),
      { size: 16, color: "wallpaperText" },
      { id: "keyguard_slice_view", box: { width: "fill", padding: [4, 24] } },
    ),
  ];
}
