import type { DatabaseSync } from "node:sqlite";
import type { AppContext } from "../../system/app.ts";
import { CLOCK_PACKAGE } from "./alarm-store.ts";

export interface Stopwatch {
  /** null while it is stopped. */
  readonly startedAt: number | null;
  readonly elapsed: number;
  readonly laps: readonly number[];
}

export const STILL: Stopwatch = { startedAt: null, elapsed: 0, laps: [] };

/** Android's Clock keeps it in shared preferences; the phone of an older image has no table yet. */
function open(app: AppContext): DatabaseSync {
  const database = app.database(CLOCK_PACKAGE);
  database.exec(
    "CREATE TABLE IF NOT EXISTS stopwatch (_id INTEGER PRIMARY KEY, started_at INTEGER, elapsed_milliseconds INTEGER NOT NULL, laps TEXT NOT NULL)",
  );
  return database;
}

export function stopwatch(app: AppContext): Stopwatch {
  const row = open(app).prepare("SELECT * FROM stopwatch WHERE _id = 1").get();
  if (row === undefined) return STILL;
  const laps: unknown = JSON.parse(String(row.laps));
  return {
    startedAt: row.started_at === null ? null : Number(row.started_at),
    elapsed: Number(row.elapsed_milliseconds),
    laps: Array.isArray(laps) ? laps.map(Number) : [],
  };
}

export function saveStopwatch(app: AppContext, { startedAt, elapsed, laps }: Stopwatch): void {
  open(app)
    .prepare(
      "INSERT OR REPLACE INTO stopwatch (_id, started_at, elapsed_milliseconds, laps) VALUES (1, ?, ?, ?)",
    )
    .run(startedAt, elapsed, JSON.stringify(laps));
  app.invalidate();
}
