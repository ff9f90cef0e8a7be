import * as z from "zod";
import { TableCell } from "./evidence.ts";

const texts = z.record(z.string(), z.string());

/** Rows of a content provider or of a database's table. */
export const StateTable = z.strictObject({
  /** A content URI, or the path of a database. */
  source: z.string(),
  /** Of the database; null for a content URI. */
  table: z.string().nullable(),
  columns: z.array(z.string()),
  /** By `_id` or rowid; where there is neither, by what the row holds. */
  rows: z.record(z.string(), z.array(TableCell)),
});
export type StateTable = z.infer<typeof StateTable>;

/** What of a device is compared: as it was before the agent, or as it left it. Hostile text. */
export const ComparedState = z.strictObject({
  settings: z.strictObject({ system: texts, secure: texts, global: texts }),
  /** Packages that do not belong to the system. */
  apps: z.array(z.string()),
  /** By path: `<bytes> <seconds since 1970>`. */
  files: texts,
  tables: z.array(StateTable),
  /** What could not be read: everything whose place begins so is not compared. */
  unread: z.array(z.strictObject({ where: z.string(), why: z.string() })),
});
export type ComparedState = z.infer<typeof ComparedState>;

/** As Android tells it: whether it has a network that apps are given by default. */
export const NetworkState = z.enum(["connected", "none", "unknown"]);
export type NetworkState = z.infer<typeof NetworkState>;
