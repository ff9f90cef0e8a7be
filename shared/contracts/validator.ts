import * as z from "zod";
import { PackageName } from "./package-name.ts";
import { SafeText } from "./safe-text.ts";

const identifier = z
  .string()
  .max(100)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, "must be a column or table name");
const cell = z.union([SafeText.max(1_000), z.number(), z.null()]);
const devicePath = SafeText.min(2)
  .max(1_000)
  .refine((path) => path.startsWith("/") && !path.split("/").includes("..") && !/[\t\n\r]/.test(path), {
    error: "must be an absolute path without '..', tabs and line feeds",
  });
/** Column → value that a row must hold, compared by the column's type as SQLite does: a text column tells `07` from `7`. */
const columns = z.record(identifier, cell);
const rowCount = { exists: z.boolean().default(true), count: z.int().min(0).optional() };

/** How a text is compared; exactly one of the three. */
const textMatch = {
  equals: SafeText.max(4_000).optional(),
  contains: SafeText.max(4_000).optional(),
  ignoreCase: z.boolean().default(false),
};
const oneMatch = (value: { equals?: string | undefined; contains?: string | undefined }): boolean =>
  (value.equals === undefined) !== (value.contains === undefined);
const oneMatchMessage = { error: "give exactly one of 'equals' and 'contains'" };

/** One check of the device's state (or of the answer), judged after the agent stops (docs/spec.md G5). */
export const Validator = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("setting"),
    namespace: z.enum(["system", "secure", "global"]),
    key: z
      .string()
      .max(200)
      .regex(/^[A-Za-z0-9_.:-]+$/),
    /** null: the setting is absent. */
    equals: SafeText.max(1_000).nullable(),
  }),
  z.strictObject({
    kind: z.literal("contentRow"),
    uri: z
      .string()
      .max(500)
      .regex(/^content:\/\/[A-Za-z0-9._-]+(\/[A-Za-z0-9._%-]+)*$/, "must be a content:// URI"),
    where: columns,
    ...rowCount,
  }),
  z
    .strictObject({
      kind: z.literal("file"),
      path: devicePath,
      exists: z.boolean().default(true),
      ...textMatch,
    })
    .refine((v) => v.equals === undefined || v.contains === undefined, oneMatchMessage),
  z.strictObject({
    kind: z.literal("sqliteRow"),
    database: devicePath,
    table: identifier,
    where: columns,
    ...rowCount,
  }),
  z.strictObject({ kind: z.literal("foregroundApp"), package: PackageName }),
  z.strictObject({ kind: z.literal("uiText"), ...textMatch }).refine(oneMatch, oneMatchMessage),
  z.strictObject({ kind: z.literal("answer"), ...textMatch }).refine(oneMatch, oneMatchMessage),
]);
export type Validator = z.infer<typeof Validator>;

/** What a validator found. `inconclusive`: the device could not be asked, so the agent is not to blame. */
export const ValidatorResult = z.strictObject({
  validator: Validator,
  verdict: z.enum(["passed", "failed", "inconclusive"]),
  /** What was there instead, cut to 500 characters. */
  observed: z.string().max(500),
  /** What would hold it was not there at all, as a database before its app's first start. */
  absent: z.literal(true).optional(),
});
export type ValidatorResult = z.infer<typeof ValidatorResult>;
