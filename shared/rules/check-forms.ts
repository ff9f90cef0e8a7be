/** The short form of each kind. Values are unescaped, except that '&' and '%' in columns are written %26 and %25. */
export const checkForms = [
  "setting:global/bluetooth_on=1",
  "row:content://com.android.contacts/data/phones?display_name=Ada",
  "sqlite:/data/x/databases/alarms.db/alarm_templates?hour=7&minutes=30",
  "file:/sdcard/Download/report.txt (=its whole text, ~part of its text)",
  "app:com.android.settings",
  "ui:a text on the screen",
  "answer:part of the answer (=the whole answer)",
  "external:a name (your own check: drover check <job> <name> --passed)",
] as const;

/** What words mean before anybody checked it against the contract. */
export type CheckForm =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly why: string };

/** A check in words, as in `checkForms`, or as JSON, as the validator that it would be. */
export const readCheckForm = (text: string): CheckForm =>
  text.trimStart().startsWith("{") ? jsonOf(text) : shortForm(text);

function jsonOf(text: string): CheckForm {
  try {
    return { ok: true, value: JSON.parse(text) };
  } catch (error) {
    return { ok: false, why: error instanceof Error ? error.message : String(error) };
  }
}

function shortForm(text: string): CheckForm {
  const [kind, rest] = splitOnce(text, ":");
  const form = Object.hasOwn(forms, kind) ? forms[kind as keyof typeof forms] : undefined;
  if (form === undefined) return { ok: false, why: `unknown kind '${kind}'` };
  const value = form(rest);
  return value === null
    ? { ok: false, why: "a setting has a namespace, a key and a value: setting:global/bluetooth_on=1" }
    : { ok: true, value };
}

const forms = {
  setting: (rest: string) => {
    const [match, namespace, key, equals] = /^([^/=]*)\/([^=]*)=(.*)$/s.exec(rest) ?? [];
    if (match === undefined) return null;
    return { kind: "setting", namespace, key, equals: equals === "null" ? null : equals };
  },
  row: (rest: string) => {
    const [uri, query] = splitOnce(rest, "?");
    return { kind: "contentRow", uri, where: columnsOf(query) };
  },
  sqlite: (rest: string) => {
    const [location, query] = splitOnce(rest, "?");
    const slash = location.lastIndexOf("/");
    return {
      kind: "sqliteRow",
      database: location.slice(0, Math.max(slash, 0)),
      table: location.slice(slash + 1),
      where: columnsOf(query),
    };
  },
  file: (rest: string) => {
    const [, path, match, value] = /^([^=~]*)(?:([=~])(.*))?$/s.exec(rest) ?? [];
    const text = match === "=" ? { equals: value } : match === "~" ? { contains: value } : {};
    return { kind: "file", path, ...text };
  },
  app: (rest: string) => ({ kind: "foregroundApp", package: rest }),
  ui: (rest: string) => ({ kind: "uiText", ...textMatch(rest) }),
  answer: (rest: string) => ({ kind: "answer", ...textMatch(rest) }),
  external: (rest: string) => ({ kind: "external", name: rest }),
} as const;

const textMatch = (text: string) =>
  text.startsWith("=") ? { equals: text.slice(1) } : { contains: text, ignoreCase: true };

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** A '+' is one, as in a phone number, not a blank. */
const columnsOf = (query: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(query.replaceAll("+", "%2B")));
