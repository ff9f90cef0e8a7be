import type { SQLInputValue } from "node:sqlite";
import type { AppContext } from "../../system/app.ts";
import { sameNumber } from "../../system/telephony/telephone-exchange.ts";
import { contactByNumber } from "../contacts/contact-store.ts";
import { TELEPHONY_PROVIDER } from "./messages-database.ts";

export interface Conversation {
  readonly thread: number;
  readonly address: string;
  readonly name: string;
  readonly snippet: string;
  readonly date: number;
  readonly unread: boolean;
}

export interface Message {
  readonly id: number;
  readonly address: string;
  readonly body: string;
  readonly date: number;
  /** Telephony.Sms.MESSAGE_TYPE_* */
  readonly type: number;
}

/** A message as its row, to put it back. */
export type MessageRow = Readonly<Record<string, SQLInputValue>>;

export const senderName = (app: AppContext, address: string): string =>
  contactByNumber(app, address)?.displayName ?? address;

/** Newest first. */
export function conversations(app: AppContext): readonly Conversation[] {
  const rows = app
    .database(TELEPHONY_PROVIDER)
    .prepare(
      `SELECT t._id AS thread, a.address, t.snippet, t.date, t.read FROM threads t
        JOIN canonical_addresses a ON a._id = t.recipient_ids ORDER BY t.date DESC, t._id DESC`,
    )
    .all();
  return rows.map((row) => ({
    thread: Number(row.thread),
    address: String(row.address),
    name: senderName(app, String(row.address)),
    snippet: String(row.snippet ?? ""),
    date: Number(row.date),
    unread: row.read === 0,
  }));
}

/** Oldest first. */
export function messagesOf(app: AppContext, thread: number): readonly Message[] {
  return rowsOf(app, thread).map((row) => ({
    id: Number(row._id),
    address: String(row.address),
    body: String(row.body ?? ""),
    date: Number(row.date),
    type: Number(row.type),
  }));
}

export function rowsOf(app: AppContext, thread: number): readonly MessageRow[] {
  return app
    .database(TELEPHONY_PROVIDER)
    .prepare("SELECT * FROM sms WHERE thread_id = ? AND type <> 3 ORDER BY date, _id")
    .all(thread) as MessageRow[];
}

export function threadOf(app: AppContext, address: string): number | null {
  const wanted = address.replaceAll(/[\s()+.-]/g, "").slice(-9);
  const all = conversations(app);
  return all.find((one) => one.address.replaceAll(/[\s()+.-]/g, "").slice(-9) === wanted)?.thread ?? null;
}

export function markRead(app: AppContext, thread: number): void {
  app
    .database(TELEPHONY_PROVIDER)
    .prepare("UPDATE sms SET read = 1, seen = 1 WHERE thread_id = ? AND (read = 0 OR seen = 0)")
    .run(thread);
  const address = conversations(app).find((one) => one.thread === thread)?.address ?? "";
  for (const { packageName, id, tag } of app.notifications.list())
    if (packageName === "com.android.messaging" && sameNumber(tag ?? "", address))
      app.notifications.cancel({ packageName, id, tag });
  app.invalidate();
}

/** What was deleted, to put it back. */
export function deleteThreads(app: AppContext, threads: readonly number[]): readonly MessageRow[] {
  const rows = threads.flatMap((thread) => rowsOf(app, thread));
  for (const thread of threads)
    app.database(TELEPHONY_PROVIDER).prepare("DELETE FROM sms WHERE thread_id = ?").run(thread);
  app.invalidate();
  return rows;
}

export function deleteMessage(app: AppContext, id: number): void {
  app.database(TELEPHONY_PROVIDER).prepare("DELETE FROM sms WHERE _id = ?").run(id);
  app.invalidate();
}
