import { longDate, timeOfDay } from "../../system/format-time.ts";
import { column, text } from "../../toolkit/basic-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { DeskClockView } from "./desk-clock-state.ts";

export function clockTab({ app }: DeskClockView): Widget {
  const now = app.now();
  const time = timeOfDay(now.getUTCHours(), now.getUTCMinutes(), app.settings);
  return column(
    {
      id: "cities",
      class: "androidx.recyclerview.widget.RecyclerView",
      box: { width: "fill", height: "fill", padding: [96, 24] },
    },
    [
      text(
        time,
        { size: 64, align: "center", color: "primary" },
        { id: "digital_clock", desc: time, box: { width: "fill" } },
      ),
      text(
        longDate(now),
        { size: 20, align: "center", color: "onSurfaceVariant" },
        { id: "date", box: { width: "fill", padding: [8, 0] } },
      ),
    ],
  );
}
