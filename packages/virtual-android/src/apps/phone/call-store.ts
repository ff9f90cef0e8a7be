import type { AppContext } from "../../system/app.ts";
import { contactByNumber } from "../contacts/contact-store.ts";
import { CALL_LOG } from "./call-log-database.ts";

export interface LoggedCall {
  readonly id: number;
  readonly number: string;
  readonly name: string;
  /** CallLog.Calls.*_TYPE */
  readonly type: number;
  readonly date: number;
  readonly seconds: number;
}

export const callerName = (app: AppContext, number: string): string =>
  contactByNumber(app, number)?.displayName ?? number;

/** Newest first. */
export function loggedCalls(app: AppContext): readonly LoggedCall[] {
  const rows = app.database(CALL_LOG).prepare("SELECT * FROM calls ORDER BY date DESC, _id DESC").all();
  return rows.map((row) => ({
    id: Number(row._id),
    number: String(row.number ?? ""),
    name: contactByNumber(app, String(row.number ?? ""))?.displayName ?? String(row.name ?? row.number ?? ""),
    type: Number(row.type),
    date: Number(row.date),
    seconds: Number(row.duration ?? 0),
  }));
}

export function deleteCalls(app: AppContext, ids: readonly number[]): void {
  for (const id of ids) app.database(CALL_LOG).prepare("DELETE FROM calls WHERE _id = ?").run(id);
  app.invalidate();
}

export function markCallsSeen(app: AppContext): void {
  app.database(CALL_LOG).prepare("UPDATE calls SET new = 0, is_read = 1 WHERE new = 1").run();
  app.notifications.cancelAllOf("com.android.dialer");
  app.invalidate();
}

export const callMinutes = (seconds: number): string =>
  `${String(Math.floor(seconds / 60)).padStart(2, "0")}:${String(seconds % 60).padStart(2, "0")}`;
