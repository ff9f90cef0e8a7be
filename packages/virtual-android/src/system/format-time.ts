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

/** Made once, when it is first needed: making a format takes a hundred times as long as using it. */
export function utcFormat(options: Intl.DateTimeFormatOptions): (time: Date | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (time) => {
    format ??= new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" });
    return format.format(time);
  };
}

/** "Sat, Nov 21" */
export const longDate = utcFormat({ weekday: "short", month: "short", day: "numeric" });
const weekday = utcFormat({ weekday: "short" });
const dayOfYear = utcFormat({ month: "short", day: "numeric" });
const dayAndYear = utcFormat({ month: "short", day: "numeric", year: "numeric" });

/** As lists of messages and calls tell times: "9:41 AM", "Mon", "Mar 2" or "Mar 2, 2025". */
export function listTime(milliseconds: number, now: Date, settings: SettingsProvider): string {
  const time = new Date(milliseconds);
  const days = Math.floor(now.getTime() / 86_400_000) - Math.floor(milliseconds / 86_400_000);
  if (days === 0) return timeOfDay(time.getUTCHours(), time.getUTCMinutes(), settings);
  if (days > 0 && days < 7) return weekday(time);
  return time.getUTCFullYear() === now.getUTCFullYear() ? dayOfYear(time) : dayAndYear(time);
}
