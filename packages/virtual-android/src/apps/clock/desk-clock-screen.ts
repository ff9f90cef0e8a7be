import { type Dialog, defineScreen } from "../../system/app.ts";
import { is24Hour } from "../../system/format-time.ts";
import { column, iconButton, row, text } from "../../toolkit/basic-widgets.ts";
import { editText } from "../../toolkit/control-widgets.ts";
import { alertDialog } from "../../toolkit/dialog-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { addAlarm, alarms, saveAlarm } from "./alarm-store.ts";
import { alarmTab } from "./alarm-tab.ts";
import { clockTab } from "./clock-tab.ts";
import type { DeskClockState, DeskClockView, Tab } from "./desk-clock-state.ts";
import { TABS } from "./desk-clock-state.ts";
import { stopwatchTab } from "./stopwatch-tab.ts";
import { timePickerDialog } from "./time-picker.ts";
import { setTimerLabel } from "./timer-store.ts";
import { timerTab } from "./timer-tab.ts";

const TAB_VIEWS: Readonly<Record<Tab, (view: DeskClockView) => Widget>> = {
  Alarm: alarmTab,
  Clock: clockTab,
  Timer: timerTab,
  Stopwatch: stopwatchTab,
};

export const deskClockScreen = defineScreen<DeskClockState>({
  component: "com.android.deskclock/.DeskClock",
  initialState: (intent) => ({
    tab: TABS.find((tab) => tab === intent.extras.tab) ?? "Alarm",
    expandedAlarm: null,
    picker: null,
    labelDialog: null,
    menuOpen: false,
    timerDigits: "",
    addingTimer: false,
  }),
  render: (view) => {
    const moves = view.state.tab !== "Alarm" && view.state.tab !== "Clock";
    return {
      root: column(
        {
          id: "content",
          class: "android.view.ViewGroup",
          box: { width: "fill", height: "fill" },
          look: { background: "surface" },
        },
        [
          tabs(view),
          column(
            {
              id: "desk_clock_pager",
              class: "androidx.viewpager.widget.ViewPager",
              box: { width: "fill", weight: 1 },
            },
            [TAB_VIEWS[view.state.tab](view)],
          ),
        ],
      ),
      dialog: dialogOf(view),
      refreshMilliseconds: moves ? 1_000 : undefined,
    };
  },
});

function tabs(view: DeskClockView): Widget {
  return row(
    { id: "toolbar", class: "android.view.ViewGroup", box: { width: "fill", height: 64, align: "center" } },
    [
      row(
        {
          id: "tabs",
          class: "android.widget.HorizontalScrollView",
          box: { weight: 1, height: 64, align: "stretch" },
        },
        TABS.map((tab) => {
          const selected = view.state.tab === tab;
          const style = {
            size: 13,
            weight: 500,
            color: selected ? "primary" : "onSurfaceVariant",
            align: "center",
            maxLines: 1,
          } as const;
          return column(
            {
              key: `tab-${tab}`,
              desc: tab,
              selected,
              onTap: () => view.set({ tab }),
              box: { weight: 1, height: 64, justify: "center" },
              look: { control: "tab-line" },
            },
            [text(tab.toUpperCase(), style, { id: "android:id/text1", selected, box: { width: "fill" } })],
          );
        }),
      ),
      iconButton("more", "More options", () => {}),
    ],
  );
}

function dialogOf(view: DeskClockView): Dialog | undefined {
  const { picker, labelDialog } = view.state;
  if (picker !== null) return pickerDialog(view, picker);
  if (labelDialog === null) return undefined;
  const close = () => view.set({ labelDialog: null });
  const save = () => {
    const alarm = alarms(view.app).find((one) => one.id === labelDialog.id);
    if (labelDialog.of === "timer") setTimerLabel(view.app, labelDialog.id, labelDialog.text.trim());
    else if (alarm !== undefined) saveAlarm(view.app, { ...alarm, label: labelDialog.text });
    close();
  };
  const onType = (typed: string) => view.set({ labelDialog: { ...labelDialog, text: typed } });
  return {
    title: "Label",
    onDismiss: close,
    root: alertDialog({
      body: [
        column({ box: { padding: [24, 0, 0, 0] } }, [
          editText(labelDialog.text, onType, {
            hint: "Label",
            autofocus: true,
            capitals: "sentences",
            onSubmit: save,
          }),
        ]),
      ],
      positive: { label: "OK", onTap: save },
      negative: { label: "Cancel", onTap: close },
    }),
  };
}

function pickerDialog(view: DeskClockView, picker: NonNullable<DeskClockState["picker"]>): Dialog {
  const close = () => view.set({ picker: null });
  const root = timePickerDialog({
    state: picker.time,
    is24Hour: is24Hour(view.app.settings),
    onChange: (change) => view.set({ picker: { ...picker, time: { ...picker.time, ...change } } }),
    onCancel: close,
    onDone: (hour, minutes) => {
      const alarm = alarms(view.app).find((one) => one.id === picker.alarm);
      if (alarm === undefined) view.set({ picker: null, expandedAlarm: addAlarm(view.app, hour, minutes) });
      else {
        saveAlarm(view.app, { ...alarm, hour, minutes, enabled: true });
        close();
      }
    },
  });
  return { title: "Time picker", root, onDismiss: close };
}
