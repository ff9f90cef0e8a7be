import { column, gap, list, row, text } from "../../toolkit/basic-widgets.ts";
import { button, floatingButton } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { DeskClockView } from "./desk-clock-state.ts";
import { STILL, saveStopwatch, stopwatch as stopwatchOf } from "./stopwatch-store.ts";

export function stopwatchTab(view: DeskClockView): Widget {
  const stopwatch = stopwatchOf(view.app);
  const now = view.app.now().getTime();
  const running = stopwatch.startedAt !== null;
  const elapsed = stopwatch.elapsed + (stopwatch.startedAt === null ? 0 : now - stopwatch.startedAt);
  const toggle = () => saveStopwatch(view.app, { ...stopwatch, startedAt: running ? null : now, elapsed });
  const lap = () =>
    saveStopwatch(view.app, { ...stopwatch, laps: [elapsed, ...stopwatch.laps].slice(0, 99) });
  const reset = () => saveStopwatch(view.app, STILL);
  return column(
    {
      class: "android.view.ViewGroup",
      box: { width: "fill", height: "fill", padding: [72, 24, 24, 24], gap: 20 },
    },
    [
      text(
        stopwatchText(elapsed),
        { size: 64, color: running ? "primary" : "onSurface", align: "center" },
        { id: "stopwatch_time_text", box: { width: "fill" } },
      ),
      list(
        { id: "laps_list", box: { width: "fill" } },
        stopwatch.laps.map((time, i) =>
          text(
            `# ${stopwatch.laps.length - i}   ${stopwatchText(time)}`,
            { size: 18, align: "center" },
            { id: "lap_total", box: { width: "fill", height: 40 } },
          ),
        ),
      ),
      row({ box: { width: "fill", justify: "between", align: "center" } }, [
        elapsed > 0 ? button("Reset", reset, { id: "left_button" }) : gap({ width: 80, height: 40 }),
        floatingButton(running ? "pause" : "play", running ? "Pause" : "Start", toggle, { id: "fab" }),
        running ? button("Lap", lap, { id: "right_button" }) : gap({ width: 80, height: 40 }),
      ]),
    ],
  );
}

function stopwatchText(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  const hundredths = String(Math.floor((milliseconds % 1_000) / 10)).padStart(2, "0");
  const minutes = Math.floor(seconds / 60);
  return minutes > 0
    ? `${minutes}:${String(seconds % 60).padStart(2, "0")}.${hundredths}`
    : `${seconds}.${hundredths}`;
}
