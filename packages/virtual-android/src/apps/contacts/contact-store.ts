import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { AppContext } from "../../system/app.ts";
import { sameNumber } from "../../system/telephony/telephone-exchange.ts";
import { CONTACTS_PROVIDER, MIMETYPES } from "./contacts-database.ts";

export interface ContactFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly phone: string;
  readonly email: string;
}

export interface Contact extends ContactFields {
  readonly id: number;
  readonly displayName: string;
  readonly starred: boolean;
}

export const NO_CONTACT: ContactFields = { firstName: "", lastName: "", company: "", phone: "", email: "" };

function open(app: AppContext): DatabaseSync {
  return app.database(CONTACTS_PROVIDER);
}

const LIST = `
  SELECT r._id AS id, coalesce(r.display_name, '') AS displayName, r.starred AS starred,
    n.data2 AS firstName, n.data3 AS lastName, o.data1 AS company, p.data1 AS phone, e.data1 AS email
  FROM view_raw_contacts r
    LEFT JOIN view_data n ON n.raw_contact_id = r._id AND n.mimetype = '${MIMETYPES.name}'
    LEFT JOIN view_data o ON o.raw_contact_id = r._id AND o.mimetype = '${MIMETYPES.organization}'
    LEFT JOIN view_data p ON p.raw_contact_id = r._id AND p.mimetype = '${MIMETYPES.phone}'
    LEFT JOIN view_data e ON e.raw_contact_id = r._id AND e.mimetype = '${MIMETYPES.email}'
  GROUP BY r._id`;

const lists = new WeakMap<DatabaseSync, StatementSync>();

/** Prepared once for a database: to plan so many joins takes longer than to read some people, and each screen of them reads all. */
function listOf(database: DatabaseSync): StatementSync {
  const list = lists.get(database) ?? database.prepare(LIST);
  lists.set(database, list);
  return list;
}

/** All contacts by name, as a reader of English sorts them. */
export function contacts(app: AppContext): readonly Contact[] {
  const text = (value: unknown) => (value === null || value === undefined ? "" : String(value));
  const all = listOf(open(app))
    .all()
    .map((row) => ({
      id: Number(row.id),
      displayName: text(row.displayName) || text(row.phone) || text(row.email) || "(No name)",
      starred: row.starred === 1,
      firstName: text(row.firstName),
      lastName: text(row.lastName),
      company: text(row.company),
      phone: text(row.phone),
      email: text(row.email),
    }));
  return all.sort((a, b) => a.displayName.localeCompare(b.displayName, "en"));
}

export function contactOf(app: AppContext, id: number): Contact | null {
  return contacts(app).find((contact) => contact.id === id) ?? null;
}

/** The contact that has the number, however it is written. */
export function contactByNumber(app: AppContext, number: string): Contact | null {
  return contacts(app).find(({ phone }) => phone !== "" && sameNumber(phone, number)) ?? null;
}

/** Makes a contact, or rewrites the one with this id; returns its id. */
export function saveContact(app: AppContext, fields: ContactFields, id: number | null): number {
  const database = open(app);
  database.exec("BEGIN");
  const insert = database.prepare(
    "INSERT INTO raw_contacts (account_type, account_name, display_name) VALUES (NULL, NULL, '')",
  );
  const contact = id ?? Number(insert.run().lastInsertRowid);
  database.prepare("DELETE FROM data WHERE raw_contact_id = ?").run(contact);
  const add = database.prepare(
    "INSERT INTO view_data (raw_contact_id, mimetype, data1, data2, data3) VALUES (?, ?, ?, ?, ?)",
  );
  const name = `${fields.firstName} ${fields.lastName}`.trim();
  const display = name || fields.company || fields.phone || fields.email;
  if (name !== "") add.run(contact, MIMETYPES.name, name, fields.firstName || null, fields.lastName || null);
  // data2 is the type: 2 mobile phone, 1 home e-mail, 1 work organization.
  if (fields.phone !== "") add.run(contact, MIMETYPES.phone, fields.phone, "2", null);
  if (fields.email !== "") add.run(contact, MIMETYPES.email, fields.email, "1", null);
  if (fields.company !== "") add.run(contact, MIMETYPES.organization, fields.company, "1", null);
  if (name === "")
    database
      .prepare("UPDATE raw_contacts SET display_name = ?, sort_key = ? WHERE _id = ?")
      .run(display, display, contact);
  database.exec("COMMIT");
  app.invalidate();
  return contact;
}

export function setStarred(app: AppContext, id: number, starred: boolean): void {
  open(app).prepare("UPDATE raw_contacts SET starred = ? WHERE _id = ?").run(Number(starred), id);
  app.invalidate();
}

export function deleteContact(app: AppContext, id: number): void {
  open(app).prepare("DELETE FROM view_raw_contacts WHERE _id = ?").run(id);
  app.invalidate();
}
