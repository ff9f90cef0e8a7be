import { DatabaseSync } from "node:sqlite";
import { absolutePath, CommandFailure, type ShellCommand } from "../shell-session.ts";

/** What else is written goes into the file, as on a phone whose shell is root; apps see it when they next read. */
const reading = /^\s*(select|with|pragma|explain|values)\b/i;
const maximumRows = 100_000;

/** `sqlite3 [-header|-csv|-json|…] FILE SQL`: rows of `a|b` of one statement that reads, or any statements that write. */
export const sqlite3: ShellCommand = (context) => {
  const options = context.args.filter((argument) => argument.startsWith("-"));
  const [path, given] = context.args.filter((argument) => !argument.startsWith("-"));
  const sql = given?.startsWith(".") === true ? asStatement(given) : given;
  if (path === undefined || sql === undefined)
    throw new CommandFailure("sqlite3: this virtual phone needs a file and one statement");
  const unknown = options.find(
    (option) => !["-header", "-csv", "-json", "-list", "-readonly", "-batch", "-bail"].includes(option),
  );
  if (unknown !== undefined)
    throw new CommandFailure(`sqlite3: Error: unknown option: ${unknown}\nUse -help for a list of options.`);
  const file = absolutePath(context, path);
  if (context.surroundings.files.find(file)?.isFile() !== true)
    throw new CommandFailure(`Error: unable to open database "${path}": unable to open database file`);
  const readOnly = reading.test(sql);
  const database = new DatabaseSync(context.surroundings.files.hostPath(file), { readOnly });
  try {
    if (!readOnly) {
      database.exec(sql);
      return 0;
    }
    const rows = database.prepare(sql.replace(/;\s*$/, "")).all().slice(0, maximumRows);
    context.stdout.write(formatRows(rows, options));
    return 0;
  } catch (error) {
    throw new CommandFailure(
      `Error: ${readOnly ? "in prepare" : "stepping"}, ${error instanceof Error ? error.message : String(error)} (1)`,
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

/** The commands of the shell that read what is there, as statements. */
function asStatement(command: string): string {
  const [name = "", like] = command.trim().split(/\s+/);
  const among = like === undefined ? "" : ` AND tbl_name LIKE '${like.replaceAll("'", "''")}'`;
  if (name === ".tables")
    return `SELECT name FROM sqlite_master WHERE type IN ('table','view') AND name NOT LIKE 'sqlite_%'${among} ORDER BY 1`;
  if (name === ".schema")
    return `SELECT sql || ';' FROM sqlite_master WHERE sql IS NOT NULL AND name NOT LIKE 'sqlite_%'${among}`;
  throw new CommandFailure(
    `Error: unknown command or invalid arguments:  "${name.slice(1)}". Enter ".help" for help`,
  );
}
