import { type AppContext, defineScreen, type View } from "../../system/app.ts";
import { clockTime, longDate } from "../../system/format-time.ts";
import { SHADE_COMPONENT } from "../../system/phone-core.ts";
import { type Answering, notificationRow } from "../../system/telephony/notification-row.ts";
import type { PostedNotification } from "../../system/telephony/notifications.ts";
import { column, gap, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { button, seekBar } from "../../toolkit/control-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import type { SwipeWay, Widget } from "../../toolkit/widget.ts";
import { brightnessOf, sliderOf } from "../settings/brightness-scale.ts";
import { numberOf } from "../settings/setting-values.ts";
import { internetSwitches, quickTiles } from "./quick-tiles.ts";

interface ShadeState {
  /** Pulled down the whole way: Quick Settings fill the display. */
  readonly settings: boolean;
  /** The dialog of the tile "Internet". */
  readonly internet: boolean;
  /** The answer that is being written, and in which notification. */
  readonly answer: { readonly in: PostedNotification; readonly written: string } | null;
}

/** Notifications and Quick Settings, over everything else. */
export const shadeScreen = defineScreen<ShadeState>({
  component: SHADE_COMPONENT,
  initialState: () => ({ settings: false, internet: false, answer: null }),
  render: (view) => {
    const { app, state, set } = view;
    const swipe = (way: SwipeWay) => {
      if (way === "down") set({ settings: true });
      else if (way === "up" && state.settings) set({ settings: false });
      else if (way === "up") app.finish();
    };
    const root = column(
      {
        id: "notification_panel",
        class: "android.widget.FrameLayout",
        onSwipe: swipe,
        box: { width: "fill", height: "fill", padding: [12, 16, 8, 16], gap: 12 },
        look: { background: "surfaceContainer" },
      },
      [header(app, state.settings), ...(state.settings ? wholePanel(view) : halfPanel(view))],
    );
    return {
      root,
      behindBars: "surfaceContainer",
      dialog: state.internet ? internetDialog(view) : undefined,
    };
  },
  back: ({ state, set }) => {
    if (state.settings) set({ settings: false });
    return state.settings;
  },
});

function header(app: AppContext, large: boolean): Widget {
  const time = clockTime(app.now(), app.settings);
  return row({ id: "header", box: { width: "fill", height: large ? 56 : 32, align: "center", gap: 12 } }, [
    large ? text(time, { size: 32 }, { id: "clock" }) : null,
    text(longDate(app.now()), { size: 15, weight: 500 }, { id: "date", box: { weight: 1 } }),
    large ? null : text(`${app.battery.state.level}%`, { size: 14 }, { id: "batteryRemainingIcon" }),
  ]);
}

function halfPanel({ app, state, set }: View<ShadeState>): readonly Widget[] {
  const posted = app.notifications.list();
  const answeringIn = (one: PostedNotification): Answering => ({
    written: state.answer?.in === one ? state.answer.written : null,
    write: (written) => set({ answer: written === null ? null : { in: one, written } }),
  });
  return [
    quickTiles(app, 4, () => set({ internet: true })),
    posted.length === 0
      ? text(
          "No notifications",
          { size: 15, color: "onSurfaceVariant", align: "center" },
          { id: "no_notifications", box: { width: "fill", padding: [40, 0] } },
        )
      : list({ id: "notification_stack_scroller", box: { width: "fill", gap: 4 } }, [
          ...posted.map((one) => notificationRow(app, one, answeringIn(one))),
          footer(app),
        ]),
  ];
}

function wholePanel({ app, set }: View<ShadeState>): readonly Widget[] {
  const slide = (fraction: number) =>
    app.settings.put("system", "screen_brightness", String(brightnessOf(fraction)));
  const openSettings = () => app.start({ action: "android.settings.SETTINGS" });
  return [
    seekBar(sliderOf(numberOf(app, "system", "screen_brightness")), slide, {
      id: "slider",
      desc: "Display brightness",
    }),
    quickTiles(app, 8, () => set({ internet: true })),
    gap({ weight: 1 }),
    row({ id: "qs_footer_actions", box: { width: "fill", justify: "end", gap: 8, height: 56 } }, [
      iconButton("system", "Open settings.", openSettings, { id: "settings_button_container" }),
      iconButton("power", "Power menu", () => {}, { id: "pm_lite" }),
    ]),
  ];
}

function internetDialog({ app, set }: View<ShadeState>) {
  const close = () => set({ internet: false });
  const root = alertDialog({
    title: "Internet",
    body: internetSwitches(app),
    positive: { label: "Done", onTap: close },
  });
  return { title: "Internet", root, onDismiss: close };
}

function footer(app: AppContext): Widget {
  const manage = () => app.start({ action: "android.settings.NOTIFICATION_SETTINGS" });
  return row({ box: { width: "fill", justify: "between", padding: [12, 4] } }, [
    button("Manage", manage, { id: "manage_text", style: "tonal" }),
    button(
      "Clear all",
      () => {
        app.notifications.clear();
        if (app.notifications.list().length === 0) app.finish();
      },
      { id: "dismiss_text", style: "tonal" },
    ),
  ]);
}
