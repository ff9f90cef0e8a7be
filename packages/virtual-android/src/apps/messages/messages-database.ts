import type { AppDatabase } from "../../system/app.ts";

export const TELEPHONY_PROVIDER = "com.android.providers.telephony";

/** Only what tells numbers apart; the last nine digits leave out a country's code. */
const key = (column: string): string =>
  `substr(replace(replace(replace(replace(replace(replace(${column}, ' ', ''), '-', ''), '(', ''), ')', ''), '+', ''), '.', ''), -9)`;

/** The conversation's row, from the messages that it has left. */
const refresh = (thread: string): string => `
    UPDATE threads SET
      message_count = (SELECT count(*) FROM sms WHERE thread_id = ${thread} AND type <> 3),
      read = NOT EXISTS (SELECT 1 FROM sms WHERE thread_id = ${thread} AND read = 0),
      date = coalesce((SELECT max(date) FROM sms WHERE thread_id = ${thread}), date),
      snippet = (SELECT body FROM sms WHERE thread_id = ${thread} ORDER BY date DESC, _id DESC LIMIT 1),
      error = EXISTS (SELECT 1 FROM sms WHERE thread_id = ${thread} AND type = 5)
    WHERE _id = ${thread};`;

/**
 * mmssms.db with Android's columns. Triggers find the conversation of a message and keep it up to date, whoever writes the
 * message: an app, `content insert`, or a file pushed over adb.
 */
const SCHEMA = `
  CREATE TABLE canonical_addresses (_id INTEGER PRIMARY KEY AUTOINCREMENT, address TEXT, sub_id INTEGER DEFAULT -1);
  CREATE TABLE threads (
    _id INTEGER PRIMARY KEY AUTOINCREMENT, date INTEGER DEFAULT 0, message_count INTEGER DEFAULT 0, recipient_ids TEXT,
    snippet TEXT, snippet_cs INTEGER DEFAULT 0, read INTEGER DEFAULT 1, archived INTEGER DEFAULT 0, type INTEGER DEFAULT 0,
    error INTEGER DEFAULT 0, has_attachment INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1);
  CREATE TABLE sms (
    _id INTEGER PRIMARY KEY, thread_id INTEGER, address TEXT, person INTEGER, date INTEGER, date_sent INTEGER DEFAULT 0,
    protocol INTEGER, read INTEGER DEFAULT 0, status INTEGER DEFAULT -1, type INTEGER, reply_path_present INTEGER,
    subject TEXT, body TEXT, service_center TEXT, locked INTEGER DEFAULT 0, sub_id INTEGER DEFAULT -1,
    error_code INTEGER DEFAULT -1, creator TEXT, seen INTEGER DEFAULT 0);
  CREATE INDEX typeThreadIdIndex ON sms (type, thread_id);
  CREATE TRIGGER sms_finds_thread AFTER INSERT ON sms WHEN new.thread_id IS NULL BEGIN
    INSERT INTO canonical_addresses (address) SELECT new.address
      WHERE NOT EXISTS (SELECT 1 FROM canonical_addresses WHERE ${key("address")} = ${key("new.address")});
    INSERT INTO threads (recipient_ids)
      SELECT _id FROM canonical_addresses a WHERE ${key("address")} = ${key("new.address")}
        AND NOT EXISTS (SELECT 1 FROM threads WHERE recipient_ids = a._id);
    UPDATE sms SET thread_id = (SELECT t._id FROM threads t JOIN canonical_addresses a ON t.recipient_ids = a._id
      WHERE ${key("a.address")} = ${key("new.address")}) WHERE _id = new._id;
  END;
  CREATE TRIGGER sms_update_thread_on_insert AFTER INSERT ON sms WHEN new.thread_id IS NOT NULL BEGIN
    INSERT INTO canonical_addresses (address) SELECT new.address
      WHERE NOT EXISTS (SELECT 1 FROM canonical_addresses WHERE ${key("address")} = ${key("new.address")});
    INSERT INTO threads (_id, recipient_ids)
      SELECT new.thread_id, _id FROM canonical_addresses WHERE ${key("address")} = ${key("new.address")}
        AND NOT EXISTS (SELECT 1 FROM threads WHERE _id = new.thread_id);${refresh("new.thread_id")}
  END;
  CREATE TRIGGER sms_update_thread_on_update AFTER UPDATE ON sms BEGIN${refresh("new.thread_id")}
  END;
  CREATE TRIGGER sms_update_thread_on_delete AFTER DELETE ON sms BEGIN${refresh("old.thread_id")}
    DELETE FROM threads WHERE _id = old.thread_id AND NOT EXISTS (SELECT 1 FROM sms WHERE thread_id = old.thread_id);
  END;
  -- An address that no conversation has any more goes with its last one, as MmsSmsDatabaseHelper.updateThread has it.
  CREATE TRIGGER threads_delete AFTER DELETE ON threads BEGIN DELETE FROM sms WHERE thread_id = old._id;
    DELETE FROM canonical_addresses WHERE _id NOT IN (SELECT recipient_ids FROM threads); END;
`;

export const messagesDatabase: AppDatabase = {
  packageName: TELEPHONY_PROVIDER,
  path: "data/user_de/0/com.android.providers.telephony/databases/mmssms.db",
  create: (database) => {
    database.exec(SCHEMA);
  },
};
