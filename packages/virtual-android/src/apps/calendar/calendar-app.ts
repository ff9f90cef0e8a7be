import type { App } from "../../system/app.ts";
import { calendarScreen } from "./calendar-screen.ts";
import { editEventScreen } from "./edit-event-screen.ts";
import { eventInfoScreen } from "./event-info-screen.ts";

/** Its events live with their provider, as on Android. */
export const calendarApp: App = {
  packageName: "com.android.calendar",
  label: "Calendar",
  translations: { de: "Kalender" },
  versionName: "14",
  versionCode: 34,
  icon: { name: "calendar", color: "#1a73e8" },
  launcherActivity: "com.android.calendar/.AllInOneActivity",
  screens: [calendarScreen, eventInfoScreen, editEventScreen],
};
