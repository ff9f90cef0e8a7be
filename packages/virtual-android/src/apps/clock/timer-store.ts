import type { AppContext } from "../../system/app.ts";
import { CLOCK_PACKAGE } from "./alarm-store.ts";

export interface Timer {
  readonly id: number;
  readonly lengthMilliseconds: number;
  readonly state: "RUNNING" | "PAUSED" | "EXPIRED";
  readonly remainingMilliseconds: number;
  readonly label: string;
}

export const MAXIMUM_TIMER_MILLISECONDS = 359_999_000;

export function timers(app: AppContext): readonly Timer[] {
  const now = app.now().getTime();
  const rows = app.database(CLOCK_PACKAGE).prepare("SELECT * FROM timers ORDER BY _id DESC").all();
  return rows.map((row) => {
    const running = row.state === "RUNNING";
    const remaining = running ? Number(row.ends_at_milliseconds) - now : Number(row.remaining_milliseconds);
    const state = running ? (remaining <= 0 ? "EXPIRED" : "RUNNING") : "PAUSED";
    return {
      id: Number(row._id),
      lengthMilliseconds: Number(row.length_milliseconds),
      state,
      remainingMilliseconds: Math.max(0, remaining),
      label: String(row.label),
    };
  });
}

export function startTimer(app: AppContext, milliseconds: number, label = ""): void {
  app
    .database(CLOCK_PACKAGE)
    .prepare(
      "INSERT INTO timers (length_milliseconds, state, ends_at_milliseconds, remaining_milliseconds, label) VALUES (?, 'RUNNING', ?, ?, ?)",
    )
    .run(milliseconds, app.now().getTime() + milliseconds, milliseconds, label);
  app.invalidate();
}

/** Pauses a running timer, resumes a paused one. */
export function toggleTimer(app: AppContext, timer: Timer): void {
  const pause = timer.state === "RUNNING";
  app
    .database(CLOCK_PACKAGE)
    .prepare(
      "UPDATE timers SET state = ?, ends_at_milliseconds = ?, remaining_milliseconds = ? WHERE _id = ?",
    )
    .run(
      pause ? "PAUSED" : "RUNNING",
      pause ? null : app.now().getTime() + timer.remainingMilliseconds,
      timer.remainingMilliseconds,
      timer.id,
    );
  app.invalidate();
}

export function addMinute(app: AppContext, timer: Timer): void {
  const remaining = Math.min(MAXIMUM_TIMER_MILLISECONDS, timer.remainingMilliseconds + 60_000);
  app
    .database(CLOCK_PACKAGE)
    .prepare(
      "UPDATE timers SET ends_at_milliseconds = ?, remaining_milliseconds = ?, length_milliseconds = length_milliseconds + 60000 WHERE _id = ?",
    )
    .run(timer.state === "PAUSED" ? null : app.now().getTime() + remaining, remaining, timer.id);
  app.invalidate();
}

export function setTimerLabel(app: AppContext, id: number, label: string): void {
  app.database(CLOCK_PACKAGE).prepare("UPDATE timers SET label = ? WHERE _id = ?").run(label, id);
  app.invalidate();
}

export function deleteTimer(app: AppContext, id: number): void {
  app.database(CLOCK_PACKAGE).prepare("DELETE FROM timers WHERE _id = ?").run(id);
  app.invalidate();
}
