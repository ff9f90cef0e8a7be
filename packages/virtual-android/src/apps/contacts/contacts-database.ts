import type { AppDatabase } from "../../system/app.ts";

export const CONTACTS_PROVIDER = "com.android.providers.contacts";

export const MIMETYPES = {
  name: "vnd.android.cursor.item/name",
  phone: "vnd.android.cursor.item/phone_v2",
  email: "vnd.android.cursor.item/email_v2",
  organization: "vnd.android.cursor.item/organization",
} as const;

const DATA_COLUMNS = Array.from({ length: 15 }, (_, i) => `data${i + 1}`);
const DATA_LIST = DATA_COLUMNS.join(", ");

/**
 * contacts2.db with the tables and columns that tools read; each raw contact is its own contact, since the virtual
 * phone has one local account and nothing to aggregate. The views are what the provider's URIs show, writable by trigger.
 */
const SCHEMA = `
  CREATE TABLE mimetypes (_id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype TEXT NOT NULL UNIQUE);
  INSERT INTO mimetypes (mimetype) VALUES ${Object.values(MIMETYPES)
    .map((type) => `('${type}')`)
    .join(", ")};
  CREATE TABLE raw_contacts (
    _id INTEGER PRIMARY KEY AUTOINCREMENT, contact_id INTEGER, account_type TEXT, account_name TEXT, display_name TEXT,
    display_name_alt TEXT, sort_key TEXT, starred INTEGER NOT NULL DEFAULT 0, deleted INTEGER NOT NULL DEFAULT 0,
    version INTEGER NOT NULL DEFAULT 1);
  CREATE TABLE data (
    _id INTEGER PRIMARY KEY AUTOINCREMENT, mimetype_id INTEGER NOT NULL REFERENCES mimetypes(_id),
    raw_contact_id INTEGER NOT NULL REFERENCES raw_contacts(_id), is_primary INTEGER NOT NULL DEFAULT 0,
    is_super_primary INTEGER NOT NULL DEFAULT 0, ${DATA_COLUMNS.map((column) => `${column} TEXT`).join(", ")});
  CREATE INDEX data_raw_contact_id ON data (raw_contact_id);
  CREATE TRIGGER raw_contact_created AFTER INSERT ON raw_contacts BEGIN
    UPDATE raw_contacts SET contact_id = new._id WHERE _id = new._id; END;
  CREATE TRIGGER name_added AFTER INSERT ON data WHEN new.mimetype_id = 1 BEGIN
    UPDATE raw_contacts SET display_name = coalesce(new.data1, trim(coalesce(new.data2, '') || ' ' || coalesce(new.data3, ''))),
      display_name_alt = CASE WHEN coalesce(new.data3, '') = '' THEN coalesce(new.data1, new.data2)
        ELSE new.data3 || CASE WHEN coalesce(new.data2, '') = '' THEN '' ELSE ', ' || new.data2 END END,
      sort_key = coalesce(new.data1, trim(coalesce(new.data2, '') || ' ' || coalesce(new.data3, '')))
    WHERE _id = new.raw_contact_id; END;
  -- The provider parts a whole name, as NameSplitter does.
  CREATE TRIGGER name_parted AFTER INSERT ON data
    WHEN new.mimetype_id = 1 AND new.data1 IS NOT NULL AND new.data2 IS NULL AND new.data3 IS NULL BEGIN
    UPDATE data SET data2 = CASE instr(new.data1, ' ') WHEN 0 THEN new.data1 ELSE substr(new.data1, 1, instr(new.data1, ' ') - 1) END,
      data3 = CASE instr(new.data1, ' ') WHEN 0 THEN NULL ELSE substr(new.data1, instr(new.data1, ' ') + 1) END
    WHERE _id = new._id; END;
  CREATE VIEW view_raw_contacts AS SELECT * FROM raw_contacts WHERE deleted = 0;
  CREATE VIEW view_contacts AS
    SELECT contact_id AS _id, display_name, display_name_alt, sort_key, starred, _id AS name_raw_contact_id,
      'drover' || contact_id AS lookup, 1 AS in_visible_group, 0 AS photo_id,
      EXISTS (SELECT 1 FROM data d WHERE d.raw_contact_id = r._id AND d.mimetype_id = 2) AS has_phone_number
    FROM raw_contacts r WHERE deleted = 0;
  CREATE VIEW view_data AS
    SELECT d._id AS _id, d.raw_contact_id, r.contact_id, m.mimetype, r.display_name, r.display_name_alt, r.starred,
      d.is_primary, d.is_super_primary, ${DATA_COLUMNS.map((column) => `d.${column}`).join(", ")}
    FROM data d JOIN raw_contacts r ON r._id = d.raw_contact_id JOIN mimetypes m ON m._id = d.mimetype_id WHERE r.deleted = 0;
  CREATE VIEW view_phones AS SELECT *, data1 AS number FROM view_data WHERE mimetype = '${MIMETYPES.phone}';
  CREATE VIEW view_emails AS SELECT *, data1 AS address FROM view_data WHERE mimetype = '${MIMETYPES.email}';
  CREATE TRIGGER raw_contact_insert INSTEAD OF INSERT ON view_raw_contacts BEGIN
    INSERT INTO raw_contacts (_id, account_type, account_name, display_name, starred)
    VALUES (new._id, new.account_type, new.account_name, new.display_name, coalesce(new.starred, 0)); END;
  CREATE TRIGGER raw_contact_delete INSTEAD OF DELETE ON view_raw_contacts BEGIN
    DELETE FROM data WHERE raw_contact_id = old._id; DELETE FROM raw_contacts WHERE _id = old._id; END;
  CREATE TRIGGER contact_delete INSTEAD OF DELETE ON view_contacts BEGIN
    DELETE FROM data WHERE raw_contact_id = old.name_raw_contact_id; DELETE FROM raw_contacts WHERE _id = old.name_raw_contact_id; END;
  CREATE TRIGGER data_insert INSTEAD OF INSERT ON view_data BEGIN
    INSERT INTO data (mimetype_id, raw_contact_id, is_primary, ${DATA_LIST})
    VALUES ((SELECT _id FROM mimetypes WHERE mimetype = new.mimetype), new.raw_contact_id, coalesce(new.is_primary, 0),
      ${DATA_COLUMNS.map((column) => `new.${column}`).join(", ")}); END;
  CREATE TRIGGER raw_contact_update INSTEAD OF UPDATE ON view_raw_contacts BEGIN
    UPDATE raw_contacts SET starred = new.starred, display_name = new.display_name, account_type = new.account_type,
      account_name = new.account_name WHERE _id = old._id; END;
  CREATE TRIGGER contact_update INSTEAD OF UPDATE ON view_contacts BEGIN
    UPDATE raw_contacts SET starred = new.starred WHERE _id = old.name_raw_contact_id; END;
  CREATE TRIGGER data_update INSTEAD OF UPDATE ON view_data BEGIN
    UPDATE data SET ${DATA_COLUMNS.map((column) => `${column} = new.${column}`).join(", ")} WHERE _id = old._id;
    UPDATE raw_contacts SET display_name = new.data1, sort_key = new.data1
      WHERE _id = old.raw_contact_id AND old.mimetype = '${MIMETYPES.name}'; END;
  CREATE TRIGGER data_delete INSTEAD OF DELETE ON view_data BEGIN DELETE FROM data WHERE _id = old._id; END;
`;

export const contactsDatabase: AppDatabase = {
  packageName: CONTACTS_PROVIDER,
  path: "data/data/com.android.providers.contacts/databases/contacts2.db",
  create: (database) => {
    database.exec(SCHEMA);
  },
};
