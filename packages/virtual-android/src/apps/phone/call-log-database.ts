import type { AppDatabase } from "../../system/app.ts";

/** The provider of contacts keeps the calls too, in their own file. */
export const CALL_LOG = "com.android.providers.contacts/calllog.db";

export const callLogDatabase: AppDatabase = {
  packageName: "com.android.providers.contacts",
  path: "data/data/com.android.providers.contacts/databases/calllog.db",
  create: (database) => {
    database.exec(`
      CREATE TABLE calls (
        _id INTEGER PRIMARY KEY AUTOINCREMENT, number TEXT, presentation INTEGER NOT NULL DEFAULT 1,
        post_dial_digits TEXT NOT NULL DEFAULT '', via_number TEXT NOT NULL DEFAULT '', date INTEGER, duration INTEGER DEFAULT 0,
        data_usage INTEGER, type INTEGER, features INTEGER NOT NULL DEFAULT 0, subscription_component_name TEXT,
        subscription_id TEXT, phone_account_address TEXT, sub_id INTEGER DEFAULT -1, new INTEGER, name TEXT,
        numbertype INTEGER, numberlabel TEXT, countryiso TEXT DEFAULT 'US', voicemail_uri TEXT, is_read INTEGER,
        geocoded_location TEXT, lookup_uri TEXT, matched_number TEXT, normalized_number TEXT,
        photo_id INTEGER NOT NULL DEFAULT 0, photo_uri TEXT, formatted_number TEXT, last_modified INTEGER DEFAULT 0,
        block_reason INTEGER NOT NULL DEFAULT 0, missed_reason INTEGER NOT NULL DEFAULT 0, priority INTEGER NOT NULL DEFAULT 0,
        subject TEXT, location TEXT);
    `);
  },
};
