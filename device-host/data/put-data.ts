import type { JobData } from "#shared/contracts/job/job-data.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { content, parseContentRows, settings } from "../adb/android-commands.ts";
import { putFile } from "../apps/put-file.ts";
import { putSetting } from "../clean/clean-plan.ts";
import { hasFailed } from "../validators/content-row-validator.ts";
import { databaseDigest, findDatabase, runStatements } from "./app-database.ts";
import {
  calendars,
  type DataRow,
  eventRow,
  findRows,
  insertRow,
  messageRow,
  partsOfContact,
  type RowMark,
  rawContacts,
  rowMarks,
} from "./data-rows.ts";
import type { ChangedDatabase } from "./put-notes.ts";

interface Putting {
  readonly adb: AdbDevice;
  readonly now: Date;
}

/**
 * Puts the data on a clean device, and looks that it is there. Answers which databases it changed.
 * @throws DeviceUnsupported naming the kind of data that this device does not take · PreparationFailed, DeviceStorageFull
 */
export async function putData(data: JobData, putting: Putting): Promise<readonly ChangedDatabase[]> {
  const { adb } = putting;
  for (const { path, text, base64 } of data.files) {
    await adb.writeAll([["mkdir", "-p", path.slice(0, path.lastIndexOf("/"))]]);
    await putFile(adb, path, base64 === undefined ? Buffer.from(text ?? "") : Buffer.from(base64, "base64"));
  }
  await putSettings(data, adb);
  await checkUnknown(rowMarks(data), adb);
  await putContacts(data, adb);
  await insert(
    data.messages.map((message) => messageRow(message, putting.now)),
    adb,
  );
  await putEvents(data, adb);
  await checkThere(rowMarks(data), adb);
  const changed: ChangedDatabase[] = [];
  for (const { statements, ...place } of data.sql) {
    const database = await findDatabase(adb, place);
    changed.push({ ...database, digest: await databaseDigest(adb, database) });
    await runStatements(adb, database, statements);
  }
  return changed;
}

async function putSettings({ settings: wanted }: JobData, adb: AdbDevice): Promise<void> {
  if (wanted.length === 0) return;
  await adb.write(wanted.flatMap(({ namespace, key, value }) => putSetting(namespace, key, value)));
  const found = await adb.read(wanted.map(({ namespace, key }) => settings.get(namespace, key)));
  wanted.forEach(({ namespace, key, value }, index) => {
    const said = found[index]?.output.trim() ?? "";
    if (said !== value.trim())
      throw refused(adb, "settings", `${namespace}/${key} stays ${said.slice(0, 100)}`);
  });
}

async function putContacts({ contacts }: JobData, adb: AdbDevice): Promise<void> {
  if (contacts.length === 0) return;
  const before = new Set(await idsOf(adb, rawContacts));
  await insert(
    contacts.map(() => ({ uri: rawContacts, values: { starred: 0 } })),
    adb,
  );
  const added = (await idsOf(adb, rawContacts)).filter((id) => !before.has(id)).sort((a, b) => a - b);
  if (added.length !== contacts.length)
    throw refused(adb, "contacts", "its contacts provider did not store them");
  await insert(
    contacts.flatMap((contact, index) => partsOfContact(contact, added[index] ?? 0)),
    adb,
  );
}

async function putEvents({ calendar }: JobData, adb: AdbDevice): Promise<void> {
  if (calendar.length === 0) return;
  const [first] = await idsOf(adb, calendars);
  if (first === undefined)
    throw refused(adb, "calendar", "it has no calendar: add an account, or a local one");
  await insert(
    calendar.map((event) => eventRow(event, first)),
    adb,
  );
}

/** What a provider refuses is found when the rows are looked for. */
const insert = (rows: readonly DataRow[], adb: AdbDevice) =>
  rows.length === 0 ? [] : adb.write(rows.map(insertRow));

async function idsOf(adb: AdbDevice, uri: string): Promise<readonly number[]> {
  const [found] = await adb.read([content.query(uri, ["_id"])]);
  return found === undefined || hasFailed(found)
    ? []
    : parseContentRows(found.output, ["_id"]).map(({ _id }) => Number(_id));
}

/** What is there already could not be told apart from what cleaning is to take away. */
async function checkUnknown(marks: readonly RowMark[], adb: AdbDevice): Promise<void> {
  const found = await countsOf(marks, adb);
  const known = marks.find((_, index) => (found[index] ?? 0) > 0);
  if (known !== undefined) throw refused(adb, known.kind, `it already has ${Object.values(known.where)[0]}`);
}

async function checkThere(marks: readonly RowMark[], adb: AdbDevice): Promise<void> {
  const found = await countsOf(marks, adb);
  const missing = marks.find((_, index) => !((found[index] ?? 0) > 0));
  if (missing !== undefined)
    throw refused(adb, missing.kind, "its shell may not write there, as on phones that are not rooted");
}

/** Rows for each mark; null where the provider cannot be asked. */
async function countsOf(marks: readonly RowMark[], adb: AdbDevice): Promise<readonly (number | null)[]> {
  if (marks.length === 0) return [];
  const results = await adb.read(marks.map(findRows));
  return results.map((result) =>
    hasFailed(result) ? null : parseContentRows(result.output, ["_id"]).length,
  );
}

const refused = ({ serial }: AdbDevice, kind: string, why: string): DroverError =>
  new DroverError(
    "DeviceUnsupported",
    `Device '${serial}' does not accept the job's 'data.${kind}': ${why}.`,
  );
