import type { Changes } from "../../contracts/judging/changes.ts";
import type { TableCell } from "../../contracts/judging/evidence.ts";
import type { Validator, ValidatorOf } from "../../contracts/judging/validator.ts";
import type { StateChange } from "./compare-states.ts";
import { cellMatches } from "./match-cells.ts";
import { matchesPattern } from "./matches-pattern.ts";

type Row = Readonly<Record<string, TableCell>>;
type RowValidator = ValidatorOf<"contentRow"> | ValidatorOf<"sqliteRow">;

/** What is left when the changes that the job's checks name, and those that it allows, are taken away. */
export function sideEffectsOf(
  changes: readonly StateChange[],
  validators: readonly Validator[],
  { allow }: Pick<Changes, "allow">,
): readonly StateChange[] {
  const isNamed = (change: StateChange): boolean => validators.some((validator) => names(validator, change));
  const [explained, rest] = partition(changes, isNamed);
  const kin = kinOf(explained);
  return rest.filter(
    (change) => !isKin(change, kin) && !allow.some((pattern) => matchesPattern(change.where, pattern)),
  );
}

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): readonly [Item[], Item[]] {
  const [yes, no]: [Item[], Item[]] = [[], []];
  for (const item of items) (test(item) ? yes : no).push(item);
  return [yes, no];
}

/** Whether the check is about just that setting, file or row. */
function names(validator: Validator, change: StateChange): boolean {
  if (validator.kind === "setting") return change.where === `setting:${validator.namespace}/${validator.key}`;
  if (validator.kind === "file") return change.kind === "file" && change.where === validator.path;
  if (validator.kind !== "contentRow" && validator.kind !== "sqliteRow") return false;
  const { row } = change;
  if (row === undefined || !isAbout(validator, row)) return false;
  return [row.before, row.after].some((cells) => cells !== null && holds(cells, validator.where));
}

/** A provider and the app whose database it keeps go by different names. */
const aliases: Readonly<Record<string, string>> = {
  sms: "com.android.telephony",
  mms: "com.android.telephony",
  "mms-sms": "com.android.telephony",
  call_log: "com.android.contacts",
  user_dictionary: "com.android.userdictionary",
  media: "com.android.media",
};

/** Whose rows they are: of a URI its authority, of a database its package. */
function ownerOf(source: string): string {
  const [, first = "", second = "", third = "", fourth = ""] = source.split("/");
  const name = source.startsWith("content://")
    ? second
    : first === "data" && /^\d+$/.test(third)
      ? fourth
      : third;
  return aliases[name] ?? name.replace("providers.", "");
}

const lastOf = (uri: string): string => uri.split("/").at(-1) ?? "";

/** The same table, or another of the same app whose row holds all that the check asks for. */
function isAbout(validator: RowValidator, { source, table }: NonNullable<StateChange["row"]>): boolean {
  const [wanted, from] =
    validator.kind === "sqliteRow"
      ? [validator.table, validator.database]
      : [lastOf(validator.uri), validator.uri];
  if (ownerOf(source) !== ownerOf(from)) return false;
  return (table ?? lastOf(source)) === wanted || Object.keys(validator.where).length > 0;
}

/** The row has all these columns, with these values. */
const holds = (row: Row, where: Row): boolean =>
  Object.entries(where).every(
    ([column, expected]) =>
      Object.hasOwn(row, column) &&
      (cellMatches(row[column] ?? null, expected, "numeric") ||
        cellMatches(row[column] ?? null, expected, "printed")),
  );

/** What a row belongs to, by the columns that say so: a contact's numbers, an event's reminders, a picture's file. */
const belongsBy: Readonly<Record<string, string>> = {
  raw_contact_id: "raw contact",
  contact_id: "contact",
  event_id: "event",
  thread_id: "thread",
  _data: "file",
};
const ownBy: Readonly<Record<string, string>> = {
  raw_contacts: "raw contact",
  contacts: "contact",
  events: "event",
  threads: "thread",
};

function kinOf(changes: readonly StateChange[]): ReadonlySet<string> {
  return new Set(changes.flatMap(tiesOf));
}

const isKin = (change: StateChange, kin: ReadonlySet<string>): boolean =>
  tiesOf(change).some((tie) => kin.has(tie));

function tiesOf({ kind, where, row }: StateChange): readonly string[] {
  if (kind === "file") return [`file ${where}`];
  if (row === undefined) return [];
  const own = ownBy[row.table ?? lastOf(row.source)];
  return [row.before, row.after].flatMap((cells) => {
    if (cells === null) return [];
    const ties = Object.entries(belongsBy).flatMap(([column, what]) => {
      const value = cells[column];
      if (value === undefined || value === null) return [];
      return [`${what} ${column === "_data" ? sdcard(String(value)) : value}`];
    });
    return own === undefined || cells._id === undefined ? ties : [...ties, `${own} ${cells._id}`];
  });
}

/** Providers name the shared storage by its real path. */
const sdcard = (path: string): string => path.replace(/^\/storage\/emulated\/\d+\//, "/sdcard/");
