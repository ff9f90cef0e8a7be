import { DatabaseSync } from "node:sqlite";
import { absolutePath, CommandFailure, type ShellCommand } from "../shell-session.ts";

/** Reading statements only: what an app stores is changed by the app. */
const reading = /^\s*(select|with|pragma|explain|values)\b/i;
const maximumRows = 100_000;

/** `sqlite3 [-header|-csv|-json|…] FILE SQL`, reading only: rows of `a|b`. */
export const sqlite3: ShellCommand = (context) => {
  const options = context.args.filter((argument) => argument.startsWith("-"));
  const [path, sql] = context.args.filter((argument) => !argument.startsWith("-"));
  if (path === undefined || sql === undefined)
    throw new CommandFailure("sqlite3: this virtual phone needs a file and one statement");
  const file = absolutePath(context, path);
  if (context.surroundings.files.find(file)?.isFile() !== true)
    throw new CommandFailure(`Error: unable to open database "${path}": unable to open database file`);
  if (!reading.test(sql)) throw new CommandFailure("Error: attempt to write a readonly database", 8);
  const database = new DatabaseSync(context.surroundings.files.hostPath(file), { readOnly: true });
  try {
    const rows = database.prepare(sql.replace(/;\s*$/, "")).all().slice(0, maximumRows);
    context.stdout.write(formatRows(rows, options));
    return 0;
  } catch (error) {
    throw new CommandFailure(
      `Error: in prepare, ${error instanceof Error ? error.message : String(error)} (1)`,
    );
  } finally {
    database.close();
  }
};

function formatRows(rows: readonly Readonly<Record<string, unknown>>[], options: readonly string[]): string {
  if (options.includes("-json")) return rows.length === 0 ? "" : `${JSON.stringify(rows)}\n`;
  const separator = options.includes("-csv") ? "," : "|";
  const cell = (value: unknown): string =>
    value === null ? "" : value instanceof Uint8Array ? Buffer.from(value).toString("utf8") : String(value);
  const quoted = (text: string): string =>
    options.includes("-csv") && /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  const header = options.includes("-header") && rows[0] !== undefined ? [Object.keys(rows[0])] : [];
  return [...header, ...rows.map((row) => Object.values(row).map(cell))]
    .map((line) => `${line.map(quoted).join(separator)}\n`)
    .join("");
}
