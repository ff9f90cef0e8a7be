import * as z from "zod";
import { ClaimStatus } from "../agent/agent-claim.ts";
import { JsonAnswer } from "../values/json-answer.ts";
import { PackageName } from "../values/package-name.ts";
import { SafeText } from "../values/safe-text.ts";
import { Evidence } from "./evidence.ts";
import { CheckName } from "./external-check.ts";
import { FailedCheck } from "./failed-check.ts";

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
const columns = z.record(identifier, cell).meta({ id: "ColumnValues" });
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
/** What the check counts for in the job's progress; 1 unless it says otherwise. The job succeeds only when all pass. */
const weighed = { weight: z.number().min(0.001).max(1_000).optional() };

/** How an answer is compared: as text, or as JSON; exactly one of the three. */
const answerMatch = {
  /** A text, or any other JSON: then the answer is read as JSON and must be just that. */
  equals: z.union([textMatch.equals.unwrap(), JsonAnswer]).optional(),
  contains: textMatch.contains,
  /** Of an answer that is a JSON object these fields; it may have others. */
  fields: z.record(z.string().min(1).max(100), z.union([SafeText.max(4_000), JsonAnswer])).optional(),
  ignoreCase: textMatch.ignoreCase,
  /** How far numbers of JSON may be from those expected. */
  tolerance: z.number().min(0).optional(),
};

/** One check of the device's state (or of the answer), judged after the agent stops (docs/spec.md G5). */
export const Validator = z
  .discriminatedUnion("kind", [
    z.strictObject({
      kind: z.literal("setting"),
      namespace: z.enum(["system", "secure", "global"]),
      key: z
        .string()
        .max(200)
        .regex(/^[A-Za-z0-9_.:-]+$/),
      /** null: the setting is absent. */
      equals: SafeText.max(1_000).nullable(),
      ...weighed,
    }),
    z.strictObject({
      kind: z.literal("contentRow"),
      uri: z
        .string()
        .max(500)
        .regex(/^content:\/\/[A-Za-z0-9._-]+(\/[A-Za-z0-9._%-]+)*$/, "must be a content:// URI"),
      where: columns,
      ...rowCount,
      ...weighed,
    }),
    z
      .strictObject({
        kind: z.literal("file"),
        path: devicePath,
        exists: z.boolean().default(true),
        ...textMatch,
        ...weighed,
      })
      .refine((v) => v.equals === undefined || v.contains === undefined, oneMatchMessage),
    z.strictObject({
      kind: z.literal("sqliteRow"),
      database: devicePath,
      table: identifier,
      where: columns,
      ...rowCount,
      ...weighed,
    }),
    z.strictObject({ kind: z.literal("foregroundApp"), package: PackageName, ...weighed }),
    z.strictObject({ kind: z.literal("uiText"), ...textMatch, ...weighed }).refine(oneMatch, oneMatchMessage),
    z
      .strictObject({ kind: z.literal("answer"), ...answerMatch, ...weighed })
      .refine((v) => [v.equals, v.contains, v.fields].filter((one) => one !== undefined).length === 1, {
        error: "give exactly one of 'equals', 'contains' and 'fields'",
      }),
    /** What the agent must say of its own work: a task that cannot be done is done by saying so. */
    z.strictObject({ kind: z.literal("claim"), status: ClaimStatus, ...weighed }),
    /** Somebody else looks at the device, which is held until he has said what he found. */
    z.strictObject({
      kind: z.literal("external"),
      name: CheckName,
      /** Later nobody waits for it: the check is inconclusive. */
      timeoutSeconds: z.int().min(1).max(86_400).default(600),
      ...weighed,
    }),
  ])
  .meta({ id: "Validator" });
export type Validator = z.infer<typeof Validator>;
export type ValidatorOf<Kind extends Validator["kind"]> = Extract<Validator, { kind: Kind }>;
export type ExternalValidator = ValidatorOf<"external">;

/** Those that the job's caller answers himself. */
export const externalValidators = (validators: readonly Validator[]): readonly ExternalValidator[] =>
  validators.filter((validator): validator is ExternalValidator => validator.kind === "external");

/** What a validator found. `inconclusive`: the device could not be asked, so the agent is not to blame. */
export const ValidatorResult = z
  .strictObject({
    validator: Validator,
    verdict: z.enum(["passed", "failed", "inconclusive"]),
    /** What was there instead, cut to 500 characters. */
    observed: z.string().max(500),
    /** Of one that failed; absent where it was judged before this was kept. */
    mismatch: FailedCheck.optional(),
    /** What would hold it was not there at all, as a database before its app's first start. */
    absent: z.literal(true).optional(),
    /** What it read, when that is short; whole or long, it is in the judgement that the job keeps. */
    evidence: Evidence.optional(),
  })
  .meta({ id: "ValidatorResult" });
export type ValidatorResult = z.infer<typeof ValidatorResult>;
