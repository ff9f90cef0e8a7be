import { hash } from "node:crypto";
import type { ShellResult } from "#shared/actions/device-port.ts";
import type { ComparedState, StateTable } from "#shared/contracts/judging/compared-state.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import { content } from "../adb/android-commands.ts";
import { hasFailed, readRows } from "../validators/content-row-validator.ts";
import type { ProviderTable } from "./providers.ts";

const mostRows = 2_000;
const maximumBytes = 8 * 1_048_576;
/** A real phone starts a process for each query: so many run side by side. */
const lanes = 3;

type Unread = ComparedState["unread"][number];

export interface ReadTables {
  readonly tables: readonly StateTable[];
  readonly unread: readonly Unread[];
}

export interface ReadProviders extends ReadTables {
  /** Those of too many rows to be judged, which are unread; of each row what tells it from others and, in the next column, a digest. */
  readonly large: readonly StateTable[];
}

/** The rows of those providers that the phone has and lets be read. */
export async function readProviders(
  device: AdbDevice,
  watched: readonly ProviderTable[],
): Promise<ReadProviders> {
  const groups = Array.from({ length: lanes }, (_, lane) =>
    watched.filter((_, index) => index % lanes === lane),
  );
  const asked = groups.filter(({ length }) => length > 0);
  const read = await Promise.all(asked.map((group) => readGroup(device, group)));
  return {
    tables: read.flatMap(({ tables }) => tables),
    large: read.flatMap(({ large }) => large),
    unread: read.flatMap(({ unread }) => unread),
  };
}

async function readGroup(device: AdbDevice, group: readonly ProviderTable[]): Promise<ReadProviders> {
  const results = await device.read(
    group.map(({ uri, columns }) => content.query(uri, columns)),
    { maximumBytes, deadlineMilliseconds: 30_000 },
  );
  const read = group.map((provider, index) => tableOf(provider, results[index]));
  const all = read.filter((one) => typeof one === "object" && one !== null);
  const [large, tables] = [all.filter(isLarge), all.filter((table) => !isLarge(table))];
  return {
    tables,
    large: large.map(digested),
    unread: [
      ...read.flatMap((one, index) =>
        typeof one === "string" ? [{ where: group[index]?.uri ?? "", why: one }] : [],
      ),
      ...large.map(({ source: where, rows }) => {
        const why = `${where} has ${Object.keys(rows).length} rows; at most ${mostRows} are compared.`;
        return { where, why };
      }),
    ],
  };
}

const isLarge = ({ rows }: StateTable): boolean => Object.keys(rows).length > mostRows;

const digested = (table: StateTable): StateTable => ({
  ...table,
  rows: Object.fromEntries(
    Object.entries(table.rows).map(([key, cells]) => [
      key,
      [key, hash("sha256", JSON.stringify(cells), "base64url").slice(0, 16)],
    ]),
  ),
});

/** Null: the phone has no such provider, and so no rows of it. */
function tableOf(
  { uri, columns }: ProviderTable,
  result: ShellResult | undefined,
): StateTable | string | null {
  if (result === undefined || result.truncated) return `${uri} has more than can be compared.`;
  if (/Could not find provider|Unknown UR[IL]/.test(result.output)) return null;
  if (hasFailed(result))
    return `${uri} cannot be read: ${result.output.trim().split("\n").at(-1)?.slice(0, 150)}.`;
  const rows = readRows(result, columns);
  const [key = "_id"] = columns;
  return {
    source: uri,
    table: null,
    columns: [...columns],
    rows: Object.fromEntries(
      rows.map((row) => [row[key] ?? "", columns.map((column) => printed(row[column]))]),
    ),
  };
}

const printed = (value: string | undefined): string | null =>
  value === undefined || value === "NULL" ? null : value;
