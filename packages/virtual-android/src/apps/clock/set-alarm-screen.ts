import { FLAG_NEW_TASK } from "../../system/activity-stack.ts";
import { type AppContext, defineAction, type ScreenFactory } from "../../system/app.ts";
import type { Intent } from "../../system/device.ts";
import { addAlarm } from "./alarm-store.ts";
import { MAXIMUM_TIMER_MILLISECONDS, startTimer } from "./timer-store.ts";

const DESK_CLOCK = "com.android.deskclock/.DeskClock";

/** What DeskClock's HandleApiCalls does for android.provider.AlarmClock: act, then show the tab unless asked not to. */
function apiCall(
  name: string,
  action: string,
  handle: (intent: Intent, app: AppContext) => string,
): ScreenFactory {
  return defineAction(`com.android.deskclock/.${name}`, action, (intent, app) => {
    const tab = handle(intent, app);
    if (intent.extras["android.intent.extra.alarm.SKIP_UI"] !== true)
      app.start({ component: DESK_CLOCK, extras: { tab }, flags: FLAG_NEW_TASK });
  });
}

function numberExtra(intent: Intent, name: string, most: number): number | null {
  const value = Number(intent.extras[`android.intent.extra.alarm.${name}`]);
  return Number.isInteger(value) && value >= 0 && value <= most ? value : null;
}

function labelExtra(intent: Intent): string {
  return String(intent.extras["android.intent.extra.alarm.MESSAGE"] ?? "");
}

export const setAlarmScreen = apiCall(
  "HandleSetAlarmApiCalls",
  "android.intent.action.SET_ALARM",
  (intent, app) => {
    const hour = numberExtra(intent, "HOUR", 23);
    if (hour !== null) addAlarm(app, hour, numberExtra(intent, "MINUTES", 59) ?? 0, labelExtra(intent));
    return "Alarm";
  },
);

export const setTimerScreen = apiCall("HandleApiCalls", "android.intent.action.SET_TIMER", (intent, app) => {
  const seconds = numberExtra(intent, "LENGTH", MAXIMUM_TIMER_MILLISECONDS / 1_000);
  if (seconds !== null && seconds > 0) startTimer(app, seconds * 1_000, labelExtra(intent));
  return "Timer";
});

export const showAlarmsScreen = apiCall(
  "HandleShowAlarms",
  "android.intent.action.SHOW_ALARMS",
  () => "Alarm",
);
