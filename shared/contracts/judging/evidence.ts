import * as z from "zod";
import { ClaimStatus } from "../agent/agent-claim.ts";

/** A value of a table as SQLite holds it; an integer too large for a number is its digits. */
export const TableCell = z.union([z.string(), z.number(), z.null()]);
export type TableCell = z.infer<typeof TableCell>;

/** By what a column compares (SQLite's affinities); `printed`: a content provider, whose rows come as text. */
export const ColumnAffinity = z.enum(["integer", "real", "numeric", "text", "blob", "printed"]);
export type ColumnAffinity = z.infer<typeof ColumnAffinity>;

const row = z.record(z.string(), TableCell);

/** What a validator read from the device, or of the agent: enough to judge again without either. Hostile text. */
export const Evidence = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("setting"),
      namespace: z.string(),
      key: z.string(),
      /** null: it is absent. */
      value: z.string().nullable(),
    }),
    z.strictObject({
      kind: z.literal("rows"),
      /** A content URI, or the path of a database. */
      source: z.string(),
      /** Of the database; null for a content URI. */
      table: z.string().nullable(),
      columns: z.array(z.strictObject({ name: z.string(), affinity: ColumnAffinity })),
      /** How many there are. */
      all: z.int().min(0),
      /** What the database itself, or the provider, found for the validator's own condition. */
      asked: z.strictObject({ where: row, matching: z.int().min(0), example: row.nullable() }),
      rows: z.array(z.array(TableCell)),
      /** No row was left out. */
      whole: z.boolean(),
    }),
    /** The database, or its table, is not there. */
    z.strictObject({
      kind: z.literal("noRows"),
      source: z.string(),
      table: z.string().nullable(),
      why: z.string(),
    }),
    z.strictObject({
      kind: z.literal("file"),
      path: z.string(),
      /** null: there is no such file. */
      bytes: z.int().min(0).nullable(),
      /** What it holds, as UTF-8; null when nobody asked for it. */
      text: z.string().nullable(),
      /** Nothing of the text was left out. */
      whole: z.boolean(),
      /** It is a folder: there are neither bytes nor text. */
      folder: z.literal(true).optional(),
    }),
    z.strictObject({ kind: z.literal("foreground"), package: z.string() }),
    z.strictObject({
      kind: z.literal("screen"),
      /** null: the elements could not be read. */
      texts: z.array(z.string()).nullable(),
      flags: z.array(z.string()),
      whole: z.boolean(),
    }),
    z.strictObject({
      kind: z.literal("agent"),
      status: ClaimStatus.nullable(),
      answer: z.string().nullable(),
    }),
    /** What the job's caller said that he found. */
    z.strictObject({
      kind: z.literal("caller"),
      name: z.string(),
      passed: z.boolean(),
      observed: z.string(),
    }),
    /** The device could not be asked. */
    z.strictObject({ kind: z.literal("unreadable"), why: z.string() }),
  ])
  .meta({ id: "Evidence" });
export type Evidence = z.infer<typeof Evidence>;
export type EvidenceOf<Kind extends Evidence["kind"]> = Extract<Evidence, { kind: Kind }>;
