import type { SettingsProvider } from "./device.ts";

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

const formatted = (time: Date, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(time);

/** As lists of messages and calls tell times: "9:41 AM", "Mon", "Mar 2" or "Mar 2, 2025". */
export function listTime(milliseconds: number, now: Date, settings: SettingsProvider): string {
  const time = new Date(milliseconds);
  const days = Math.floor(now.getTime() / 86_400_000) - Math.floor(milliseconds / 86_400_000);
  if (days === 0) return timeOfDay(time.getUTCHours(), time.getUTCMinutes(), settings);
  if (days > 0 && days < 7) return formatted(time, { weekday: "short" });
  const year = time.getUTCFullYear() === now.getUTCFullYear() ? {} : ({ year: "numeric" } as const);
  return formatted(time, { month: "short", day: "numeric", ...year });
}
