import type { App } from "../../system/app.ts";
import { alarmDatabase, alarms, CLOCK_PACKAGE } from "./alarm-store.ts";
import { deskClockScreen } from "./desk-clock-screen.ts";
import { setAlarmScreen, setTimerScreen, showAlarmsScreen } from "./set-alarm-screen.ts";

export const clockApp: App = {
  packageName: CLOCK_PACKAGE,
  label: "Clock",
  translations: { de: "Uhr" },
  versionName: "14",
  versionCode: 34,
  icon: { name: "clock", color: "#1a73e8" },
  launcherActivity: "com.android.deskclock/.DeskClock",
  statusIcon: (app) => (alarms(app).some(({ enabled }) => enabled) ? "alarm" : null),
  permissions: [
    "android.permission.POST_NOTIFICATIONS",
    "android.permission.SCHEDULE_EXACT_ALARM",
    "android.permission.VIBRATE",
    "android.permission.WAKE_LOCK",
  ],
  screens: [deskClockScreen, setAlarmScreen, setTimerScreen, showAlarmsScreen],
  databases: [alarmDatabase],
};
