import type { SettingsProvider } from "../device.ts";

export function is24Hour(settings: SettingsProvider): boolean {
  return settings.get("system", "time_12_24") === "24";
}

/** "7:30 AM" or "07:30". Virtual phones live in UTC, so that the same run looks the same everywhere. */
export function timeOfDay(hour: number, minute: number, settings: SettingsProvider): string {
  const minutes = String(minute).padStart(2, "0");
  if (is24Hour(settings)) return `${String(hour).padStart(2, "0")}:${minutes}`;
  return `${hour % 12 === 0 ? 12 : hour % 12}:${minutes} ${hour < 12 ? "AM" : "PM"}`;
}

/** The status bar's form: no AM or PM. */
export function clockTime(now: Date, settings: SettingsProvider): string {
  return timeOfDay(now.getUTCHours(), now.getUTCMinutes(), settings).replace(/ [AP]M$/, "");
}

/** "Sat, Nov 21" */
export function longDate(now: Date): string {
  return new Intl.DateTimeFormat("en-US", {
    weekday: "short",
    month: "short",
    day: "numeric",
    timeZone: "UTC",
  }).format(now);
}
