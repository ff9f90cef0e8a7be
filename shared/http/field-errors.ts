import type * as z from "zod";
import { Problem } from "../contracts/farm/problem.ts";
import { DroverError } from "../errors/drover-error.ts";

export type FieldError = NonNullable<Problem["errors"]>[number];

const maxFields = 20;

/** A field with what was sent, cut to 100 characters, and what would be right. */
export function fieldError(field: string, value: unknown, message: string): FieldError {
  const text = value === undefined ? undefined : typeof value === "string" ? value : JSON.stringify(value);
  return { field, ...(text === undefined ? {} : { value: text.slice(0, 100).toWellFormed() }), message };
}

export const invalidRequest = (errors: readonly FieldError[]): DroverError =>
  new DroverError(
    "InvalidRequest",
    errors
      .map(({ field, message }) => `${field}: ${message}`)
      .join("; ")
      .slice(0, 2_000),
    { details: { errors } },
  );

/** What a schema found wrong with `value`; `where` is what the value is, for example `body`. */
export function invalidFields(where: string, error: z.ZodError, value: unknown): DroverError {
  return invalidRequest(error.issues.flatMap((issue) => fieldsOf(where, issue, value)).slice(0, maxFields));
}

function fieldsOf(where: string, issue: z.core.$ZodIssue, value: unknown): readonly FieldError[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) =>
      fieldError(
        pathText(where, [...issue.path, key]),
        valueAt(value, [...issue.path, key]),
        "is not a known field",
      ),
    );
  }
  const sent = valueAt(value, issue.path);
  const missing = sent === undefined && issue.code === "invalid_type";
  const message = missing ? `is missing: ${issue.expected} expected` : issue.message;
  return [fieldError(pathText(where, issue.path), sent, message)];
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined,
    value,
  );

const pathText = (where: string, path: readonly PropertyKey[]): string => path.map(String).join(".") || where;

/** What of an error is the sender's to correct, by field; null: nothing, it is somebody else's fault. */
export function foundIn(error: unknown): readonly FieldError[] | null {
  if (!(error instanceof DroverError) || error.audience !== "caller") return null;
  return (
    Problem.shape.errors.safeParse(error.details.errors).data ?? [fieldError("", undefined, error.message)]
  );
}
