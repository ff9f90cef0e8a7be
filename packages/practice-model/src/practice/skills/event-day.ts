import type { SaidDay } from "../goals/goal.ts";

const day = 86_400_000;
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

/** A date as a screen writes it, "Tue, Mar 4, 2025" or "Tuesday, March 4, 2025", as milliseconds of UTC. */
export function dateIn(text: string): number | undefined {
  const [, name = "", date, year] = /\b([A-Z][a-z]{2})[a-z]* (\d{1,2}), (\d{4})\b/.exec(text) ?? [];
  const month = months.indexOf(name.toLowerCase());
  return month < 0 || date === undefined ? undefined : Date.UTC(Number(year), month, Number(date));
}

/** The day that is meant, from a day to count from. */
export function dayMeant(said: SaidDay, from: number): number {
  if ("inDays" in said) return from + said.inDays * day;
  if ("weekday" in said) {
    const today = (new Date(from).getUTCDay() + 6) % 7;
    return from + ((said.weekday - today + 7) % 7 || 7) * day;
  }
  const year = said.year ?? new Date(from).getUTCFullYear();
  const meant = Date.UTC(year, said.month, said.date);
  return said.year === undefined && meant < from ? Date.UTC(year + 1, said.month, said.date) : meant;
}
