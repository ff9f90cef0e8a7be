import type * as z from "zod";
import { DroverError } from "../../errors/drover-error.ts";
import { madeOnce } from "./lasting-items.ts";

/** Checks what is about to be written or was just read; data of another version is refused, never guessed at. */
export function checked<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  what: string,
): z.output<Schema> {
  return madeOnce(value, schema, () => fitting(schema, value, what));
}

function fitting<Schema extends z.ZodType>(schema: Schema, value: unknown, what: string): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues
    .slice(0, 5)
    .map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  throw new DroverError("SchemaMismatch", `${what} does not fit its schema: ${problems.join("; ")}`, {
    details: { problems },
    cause: result.error,
  });
}

/**
 * Attributes for the fields of a contract. They carry no rules of their own, because the zod schema checks
 * every item on its way in and out.
 */
export const attributesOf = <Shape extends z.ZodRawShape>(schema: z.ZodObject<Shape>) =>
  Object.fromEntries(Object.keys(schema.shape).map((name) => [name, { type: "any" }])) as {
    [Name in keyof Shape]: { type: "any" };
  };

/** An attribute that keys are built from. */
export const keyPart = { type: "string", required: true } as const;
