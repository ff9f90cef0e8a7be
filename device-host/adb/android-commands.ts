import type { Argv } from "#shared/actions/device-port.ts";
import { PackageName } from "#shared/contracts/values/package-name.ts";

/**
 * Command lines for Android's own tools: `pm`, `am`, `settings`, `content`. adbkit's wrappers are not used,
 * because they join package names into command lines unquoted. Package names are checked here, so that none can be
 * taken for an option.
 */
const checked = (packageName: string): string => PackageName.parse(packageName);

export type SettingsNamespace = "system" | "secure" | "global";

export const pm = {
  list: (): Argv => ["pm", "list", "packages"],
  listThirdParty: (): Argv => ["pm", "list", "packages", "-3"],
  clear: (packageName: string): Argv => ["pm", "clear", checked(packageName)],
  /** `package:/…`; nothing for an app that is not installed. */
  path: (packageName: string): Argv => ["pm", "path", checked(packageName)],
  uninstall: (packageName: string): Argv => ["pm", "uninstall", checked(packageName)],
  grant: (packageName: string, permission: string): Argv => ["pm", "grant", checked(packageName), permission],
  revoke: (packageName: string, permission: string): Argv => [
    "pm",
    "revoke",
    checked(packageName),
    permission,
  ],
  /** Every activity behind a launcher icon, with what is known of its app. */
  launcherActivities: (): Argv => [
    "cmd",
    "package",
    "query-activities",
    "-a",
    "android.intent.action.MAIN",
    "-c",
    "android.intent.category.LAUNCHER",
  ],
};

export const am = {
  forceStop: (packageName: string): Argv => ["am", "force-stop", checked(packageName)],
  /** What ADBKeyboard listens to: base64 of UTF-8, which no shell and no key map can alter. */
  commitText: (text: string): Argv => [
    "am",
    "broadcast",
    "-a",
    "ADB_INPUT_B64",
    "--es",
    "msg",
    Buffer.from(text, "utf8").toString("base64"),
  ],
};

export const settings = {
  get: (namespace: SettingsNamespace, key: string): Argv => ["settings", "get", namespace, key],
  put: (namespace: SettingsNamespace, key: string, value: string): Argv => [
    "settings",
    "put",
    namespace,
    key,
    value,
  ],
  delete: (namespace: SettingsNamespace, key: string): Argv => ["settings", "delete", namespace, key],
  list: (namespace: SettingsNamespace): Argv => ["settings", "list", namespace],
};

export const content = {
  /** `where`: SQL that the provider's database evaluates. */
  query: (uri: string, columns: readonly string[], where = ""): Argv => [
    "content",
    "query",
    "--uri",
    uri,
    ...(columns.length === 0 ? [] : ["--projection", columns.join(":")]),
    ...(where === "" ? [] : ["--where", where]),
  ],
  delete: (uri: string, where: string): Argv => ["content", "delete", "--uri", uri, "--where", where],
};

/** `package:com.x` lines. */
export const parsePackages = (output: string): readonly string[] =>
  output.split("\n").flatMap((line) => (line.startsWith("package:") ? [line.slice(8).trim()] : []));

/** `key=value` lines of `settings list`; a value may hold line feeds, which belong to the line before. */
export function parseSettings(output: string): Map<string, string> {
  const found = new Map<string, string>();
  let last: string | undefined;
  for (const line of output.replace(/\n$/, "").split("\n")) {
    const match = /^([A-Za-z0-9_.:-]+)=(.*)$/s.exec(line);
    if (match?.[1] !== undefined) {
      last = match[1];
      found.set(last, match[2] ?? "");
    } else if (last !== undefined) found.set(last, `${found.get(last)}\n${line}`);
  }
  return found;
}

/** Rows of `content query`, each value as text; the columns must be those that were asked for, in their order. */
export function parseContentRows(
  output: string,
  columns: readonly string[],
): readonly Record<string, string>[] {
  return output
    .split(/^Row: \d+ /m)
    .slice(1)
    .map((row) => parseContentRow(row.replace(/\r?\n$/, ""), columns));
}

/** `_id=1, name=Ann, Lee, hour=7`: values are not quoted, so only the names of the columns tell them apart. */
function parseContentRow(row: string, columns: readonly string[]): Record<string, string> {
  const values: Record<string, string> = {};
  let rest = row;
  columns.forEach((column, index) => {
    const next = columns[index + 1];
    const begin = rest.startsWith(`${column}=`) ? column.length + 1 : 0;
    const end = next === undefined ? rest.length : rest.indexOf(`, ${next}=`, begin);
    values[column] = rest.slice(begin, end < 0 ? rest.length : end);
    rest = end < 0 ? "" : rest.slice(end + 2);
  });
  return values;
}
