import { defineScreen, type ScreenFactory } from "../../system/app.ts";
import { column } from "../../toolkit/basic-widgets.ts";
import { seekBar } from "../../toolkit/control-widgets.ts";
import { brightnessOf, sliderOf } from "./brightness-scale.ts";
import { numberOf } from "./setting-values.ts";

export const BRIGHTNESS_DIALOG = "com.android.systemui/.settings.brightness.BrightnessDialog";

/** The slider that System UI shows over whatever is on the display; a tap beside it closes it. */
export const brightnessDialog: ScreenFactory = defineScreen({
  component: BRIGHTNESS_DIALOG,
  filters: [{ action: "com.android.intent.action.SHOW_BRIGHTNESS_DIALOG" }],
  initialState: () => ({}),
  render: ({ app }) => {
    const slide = (fraction: number) =>
      app.settings.put("system", "screen_brightness", String(brightnessOf(fraction)));
    const fraction = sliderOf(numberOf(app, "system", "screen_brightness"));
    const card = column(
      {
        id: "brightness_mirror_container",
        class: "android.widget.FrameLayout",
        box: { width: "fill", padding: 12 },
        look: { background: "surface", radius: 28 },
      },
      [seekBar(fraction, slide, { id: "slider", desc: "Display brightness" })],
    );
    const area = { width: "fill", height: "fill", padding: [24, 12] } as const;
    const props = { class: "android.widget.FrameLayout", onTap: () => app.finish(), box: area };
    return { root: column({ ...props, look: { background: "surfaceVariant" } }, [card]) };
  },
});
