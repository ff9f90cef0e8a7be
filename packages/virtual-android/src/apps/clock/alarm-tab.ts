import { is24Hour, timeOfDay } from "../../system/format-time.ts";
import { column, gap, icon, iconButton, list, row, stack, text } from "../../toolkit/basic-widgets.ts";
import { button, checkBox, floatingButton, switchControl } from "../../toolkit/control-widgets.ts";
import type { Widget } from "../../toolkit/widget.ts";
import { type Alarm, alarms, deleteAlarm, saveAlarm, scheduleText } from "./alarm-store.ts";
import type { DeskClockView } from "./desk-clock-state.ts";
import { newTimePicker } from "./time-picker-state.ts";

export function alarmTab(view: DeskClockView): Widget {
  const all = alarms(view.app);
  const addNew = () => {
    const now = view.app.now();
    view.set({
      picker: {
        alarm: null,
        time: newTimePicker(now.getUTCHours(), now.getUTCMinutes(), is24Hour(view.app.settings)),
      },
    });
  };
  return stack({ id: "main", box: { width: "fill", height: "fill" } }, [
    all.length === 0
      ? text(
          "No Alarms",
          { size: 20, color: "onSurfaceVariant", align: "center" },
          { id: "alarms_empty_view", box: { width: "fill", padding: [200, 0] } },
        )
      : list(
          {
            id: "alarms_recycler_view",
            box: { width: "fill", height: "fill", padding: [8, 16, 104, 16], gap: 10 },
          },
          all.map((alarm) => card(view, alarm)),
        ),
    floatingButton("add", "Add alarm", addNew, { id: "fab", box: { gravity: ["center", "end"] } }),
  ]);
}

function card(view: DeskClockView, alarm: Alarm): Widget {
  const expanded = view.state.expandedAlarm === alarm.id;
  const toggleExpanded = () => view.set({ expandedAlarm: expanded ? null : alarm.id });
  return column(
    {
      key: `alarm-${alarm.id}`,
      class: "android.view.ViewGroup",
      desc: `${timeOfDay(alarm.hour, alarm.minutes, view.app.settings)} Alarm`,
      onTap: toggleExpanded,
      box: { width: "fill", padding: [12, 16] },
      look: { background: alarm.enabled ? "primaryContainer" : "surfaceContainer", radius: 24 },
    },
    [
      timeRow(view, alarm),
      ...(expanded ? expandedRows(view, alarm) : []),
      row({ class: "android.view.ViewGroup", box: { width: "fill", align: "center" } }, [
        ...(expanded ? [deleteButton(view, alarm), filler()] : [summaryText(view, alarm)]),
        iconButton(
          expanded ? "collapse" : "expand",
          expanded ? "Collapse alarm" : "Expand alarm",
          toggleExpanded,
          { id: "arrow" },
        ),
      ]),
    ],
  );
}

function timeRow({ app, set }: DeskClockView, alarm: Alarm): Widget {
  const time = timeOfDay(alarm.hour, alarm.minutes, app.settings);
  const picker = {
    alarm: alarm.id,
    time: newTimePicker(alarm.hour, alarm.minutes, is24Hour(app.settings)),
  };
  const color = alarm.enabled ? "onPrimaryContainer" : "onSurfaceVariant";
  const toggle = () => saveAlarm(app, { ...alarm, enabled: !alarm.enabled });
  return row({ class: "android.view.ViewGroup", box: { width: "fill", align: "center" } }, [
    text(time, { size: 44, color }, { id: "digital_clock", desc: time, onTap: () => set({ picker }) }),
    filler(),
    switchControl(alarm.enabled, toggle, { id: "onoff" }),
  ]);
}

function filler(): Widget {
  return gap({ weight: 1, height: 1 });
}

function deleteButton({ app }: DeskClockView, alarm: Alarm): Widget {
  return button("Delete", () => deleteAlarm(app, alarm.id), { id: "delete", box: { padding: [0, 4] } });
}

function summaryText(view: DeskClockView, alarm: Alarm): Widget {
  const id = alarm.daysOfWeek === 0 ? "upcoming_instance_label" : "days_of_week";
  const style = { size: 15, color: "onSurfaceVariant", maxLines: 1 } as const;
  return text(summary(view, alarm), style, { id, box: { weight: 1 } });
}

function summary(view: DeskClockView, alarm: Alarm): string {
  const when = scheduleText(alarm, view.app.now());
  return alarm.label === "" ? when : `${alarm.label}, ${when}`;
}

const DAYS = [
  ["S", "Sunday", 64],
  ["M", "Monday", 1],
  ["T", "Tuesday", 2],
  ["W", "Wednesday", 4],
  ["T", "Thursday", 8],
  ["F", "Friday", 16],
  ["S", "Saturday", 32],
] as const;
const EVERY_DAY = 127;

function expandedRows(view: DeskClockView, alarm: Alarm): readonly Widget[] {
  const { app } = view;
  const repeats = alarm.daysOfWeek !== 0;
  const save = (change: Partial<Alarm>) => () => saveAlarm(app, { ...alarm, ...change });
  return [
    row(
      {
        class: "android.view.ViewGroup",
        id: "edit_label",
        desc: alarm.label === "" ? "No label specified" : `${alarm.label} Label`,
        onTap: () => view.set({ labelDialog: { of: "alarm", id: alarm.id, text: alarm.label } }),
        box: { width: "fill", height: 48, gap: 12, align: "center" },
      },
      [icon("label", 22), text(alarm.label === "" ? "Label" : alarm.label, { size: 16, maxLines: 1 })],
    ),
    checkBox("Repeat", repeats, save({ daysOfWeek: repeats ? 0 : EVERY_DAY }), { id: "repeat_onoff" }),
    ...(repeats
      ? [
          row(
            { id: "repeat_days", box: { width: "fill", justify: "between" } },
            DAYS.map(([letter, name, bit]) =>
              dayButton(
                letter,
                name,
                (alarm.daysOfWeek & bit) !== 0,
                save({ daysOfWeek: alarm.daysOfWeek ^ bit }),
              ),
            ),
          ),
        ]
      : []),
    row({ class: "android.view.ViewGroup", box: { width: "fill", height: 48, align: "center" } }, [
      row(
        {
          id: "choose_ringtone",
          desc: "Ringtone Default (Cesium)",
          onTap: () => {},
          box: { weight: 1, height: 48, gap: 12, align: "center" },
        },
        [icon("bell", 22), text("Default (Cesium)", { size: 16, maxLines: 1 })],
      ),
      checkBox("Vibrate", alarm.vibrate, save({ vibrate: !alarm.vibrate }), { id: "vibrate_onoff" }),
    ]),
  ];
}

function dayButton(letter: string, name: string, checked: boolean, onTap: () => void): Widget {
  const style = {
    size: 14,
    weight: 500,
    color: checked ? "onPrimary" : "onSurfaceVariant",
    align: "center",
  } as const;
  return {
    ...text(letter, style, {
      id: "day_button_box",
      key: `day-${name}`,
      desc: name,
      checkable: true,
      checked,
      onTap,
      box: { width: 40, height: 40 },
      look: checked ? { background: "primary", radius: 20 } : { border: "outline", radius: 20 },
    }),
    class: "android.widget.CheckBox",
  };
}
