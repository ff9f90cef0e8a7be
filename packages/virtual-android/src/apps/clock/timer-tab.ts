import { column, gap, iconButton, list, row, text } from "../../toolkit/basic-widgets.ts";
import { button, floatingButton } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import type { DeskClockView } from "./desk-clock-state.ts";
import { addMinute, deleteTimer, startTimer, type Timer, timers, toggleTimer } from "./timer-store.ts";

const MAX_DIGITS = 6;

export function timerTab(view: DeskClockView): Widget {
  const all = timers(view.app);
  if (all.length === 0 || view.state.addingTimer) return timerSetup(view);
  return column({ class: "android.widget.FrameLayout", box: { width: "fill", height: "fill" } }, [
    list(
      { id: "recycler_view", box: { width: "fill", padding: [8, 0] } },
      all.map((timer) => timerItem(view, timer)),
    ),
    row({ box: { width: "fill", padding: [8, 24, 24, 24], justify: "end" } }, [
      button("Add Timer", () => view.set({ addingTimer: true }), { id: "right_button", style: "tonal" }),
    ]),
  ]);
}

function timerSetup(view: DeskClockView): Widget {
  const { timerDigits, addingTimer } = view.state;
  const cancel = () => view.set({ addingTimer: false, timerDigits: "" });
  const start = () => {
    startTimer(view.app, typedMilliseconds(timerDigits));
    cancel();
  };
  const type = (digit: string) => () => {
    if (timerDigits.length < MAX_DIGITS && !(timerDigits === "" && digit === "0"))
      view.set({ timerDigits: timerDigits + digit });
  };
  const keypad = [["1", "2", "3"], ["4", "5", "6"], ["7", "8", "9"], ["0"]].map((digits) => {
    const keys = digits.map((digit) => digitButton(digit, type(digit)));
    return row({ box: { gap: 20 } }, keys);
  });
  const ready = typedMilliseconds(timerDigits) > 0;
  return column(
    {
      id: "timer_setup",
      class: "android.widget.RelativeLayout",
      box: { width: "fill", height: "fill", padding: [24, 32, 24, 32], gap: 12, align: "center" },
    },
    [
      timerDisplay(view),
      ...keypad,
      gap({ weight: 1 }),
      row({ box: { gap: 16, align: "center" } }, [
        addingTimer ? button("Cancel", cancel, { id: "left_button" }) : null,
        ready ? floatingButton("play", "Start", start, { id: "fab" }) : gap({ width: 56, height: 56 }),
      ]),
    ],
  );
}

/** Hours, minutes and seconds as typed; each part may go to 99. */
function typedParts(digits: string): readonly [hours: string, minutes: string, seconds: string] {
  const padded = digits.padStart(MAX_DIGITS, "0");
  return [padded.slice(0, 2), padded.slice(2, 4), padded.slice(4)];
}

function typedMilliseconds(digits: string): number {
  const [hours, minutes, seconds] = typedParts(digits);
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
}

function timerDisplay(view: DeskClockView): Widget {
  const { timerDigits } = view.state;
  const [hours, minutes, seconds] = typedParts(timerDigits);
  const desc = `${Number(hours)} hours, ${Number(minutes)} minutes, ${Number(seconds)} seconds`;
  const color = timerDigits === "" ? "onSurfaceVariant" : "primary";
  const erase = () => view.set({ timerDigits: timerDigits.slice(0, -1) });
  return row(
    {
      id: "timer_setup_display",
      class: "android.widget.RelativeLayout",
      box: { width: "fill", align: "center" },
    },
    [
      text(
        `${hours}h ${minutes}m ${seconds}s`,
        { size: 44, color, align: "center" },
        { id: "timer_setup_time", desc, box: { weight: 1 } },
      ),
      iconButton("backspace", "Delete", erase, {
        id: "timer_setup_delete",
        onLongPress: () => view.set({ timerDigits: "" }),
      }),
    ],
  );
}

function digitButton(digit: string, onTap: () => void): Widget {
  return {
    class: "android.widget.Button",
    id: `timer_setup_digit_${digit}`,
    text: digit,
    onTap,
    box: { width: 84, height: 84 },
    look: { background: "surfaceContainer", radius: 42, text: { size: 32, align: "center" } },
  };
}

/** One of the timers, the newest first; as many as there are can be scrolled to. */
function timerItem(view: DeskClockView, timer: Timer): Widget {
  const seconds = Math.ceil(timer.remainingMilliseconds / 1_000);
  const running = timer.state === "RUNNING";
  const expired = timer.state === "EXPIRED";
  const main = () => (expired ? deleteTimer(view.app, timer.id) : toggleTimer(view.app, timer));
  const label = timer.label === "" ? "Label" : timer.label;
  const editLabel = () => view.set({ labelDialog: { of: "timer", id: timer.id, text: timer.label } });
  return column(
    {
      id: "timer_item",
      key: `timer-${timer.id}`,
      class: "android.view.ViewGroup",
      box: { width: "fill", padding: [16, 24], gap: 12, align: "center" },
    },
    [
      text(
        label,
        { size: 16, color: "onSurfaceVariant" },
        { id: "timer_label", onTap: editLabel, box: { height: 40 } },
      ),
      text(
        expired ? "Time's up" : timerText(seconds),
        { size: 64, color: running ? "primary" : "onSurface", align: "center" },
        { id: "timer_time_text", desc: remainingText(seconds), box: { width: "fill" } },
      ),
      row({ box: { width: "fill", justify: "between", align: "center" } }, [
        button("Delete", () => deleteTimer(view.app, timer.id), { id: "left_button" }),
        floatingButton(
          running ? "pause" : expired ? "close" : "play",
          running ? "Pause" : expired ? "Stop" : "Start",
          main,
          { id: "fab" },
        ),
        expired
          ? gap({ width: 88, height: 40 })
          : button("+1:00", () => addMinute(view.app, timer), {
              id: "reset_add",
              desc: "Add 1 Minute",
              style: "outlined",
            }),
      ]),
    ],
  );
}

/** "5:00", "1:05:00", and below a minute "59". */
export function timerText(seconds: number): string {
  const two = (value: number) => String(value).padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  if (hours > 0) return `${hours}:${two(minutes)}:${two(seconds % 60)}`;
  return minutes > 0 ? `${minutes}:${two(seconds % 60)}` : String(seconds);
}

function remainingText(seconds: number): string {
  const unit = (value: number, name: string) =>
    value === 0 ? null : `${value} ${name}${value === 1 ? "" : "s"}`;
  const parts = [
    unit(Math.floor(seconds / 3_600), "hour"),
    unit(Math.floor((seconds % 3_600) / 60), "minute"),
    unit(seconds % 60, "second"),
  ];
  return `${parts.filter((part) => part !== null).join(" ")} remaining`.trimStart();
}
