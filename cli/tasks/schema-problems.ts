import type * as z from "zod";
import { limitFields } from "#shared/contracts/batch/tasks-file.ts";
import { nearestName } from "#shared/text/nearest-name.ts";
import { type FieldPath, type TaskProblem, valueAtPath } from "./task-problem.ts";

/** What a schema found wrong with `value`, which lies at `base` of the file. `fields` may stand at its top, or at a line's request's. */
export const schemaProblems = (
  error: z.ZodError,
  value: unknown,
  base: FieldPath,
  fields: readonly string[],
): readonly TaskProblem[] => error.issues.flatMap((issue) => problemsOf(issue, value, base, fields));

function problemsOf(
  issue: z.core.$ZodIssue,
  value: unknown,
  base: FieldPath,
  fields: readonly string[],
): readonly TaskProblem[] {
  const path = [...base, ...(issue.path as FieldPath)];
  if (issue.code === "unrecognized_keys")
    return issue.keys.map((key) => ({
      path: [...path, key],
      at: "name",
      message: "is not a known field",
      remedy: nearest(key, fieldsAt(issue.path, fields)),
    }));
  const given = valueAtPath(value, issue.path);
  if (given === undefined && issue.code === "invalid_type")
    return [{ path, at: "value", message: "is missing", remedy: `Give it: ${issue.expected} expected.` }];
  return [{ path, at: "value", message: issue.message, remedy: remedyOf(issue), value: given }];
}

/** Names that may stand there; none: they are too many kinds to guess at. */
function fieldsAt(path: readonly PropertyKey[], fields: readonly string[]): readonly string[] {
  if (path.at(-1) === "limits") return limitFields;
  const isTop = path.length === 0 || (path.length === 1 && path[0] === "request");
  return isTop || (path.length === 2 && path[0] === "tasks") ? fields : [];
}

/** What `drover run --check` gives, and what people therefore write. */
const checks: ReadonlySet<string> = new Set(["check", "checks"]);

function nearest(key: string, fields: readonly string[]): string {
  const close = checks.has(key) && fields.includes("validators") ? "validators" : nearestName(key, fields, 3);
  return close === undefined
    ? "Remove it; docs/tasks-file.schema.json lists all fields."
    : `Did you mean '${close}'?`;
}

function remedyOf(issue: z.core.$ZodIssue): string {
  if (issue.code === "invalid_value" && issue.values.length > 0)
    return `Give one of ${issue.values.map(String).join(", ")}.`;
  if (issue.code === "too_big") return `Give at most ${issue.maximum}.`;
  if (issue.code === "too_small") return `Give at least ${issue.minimum}.`;
  if (issue.code === "invalid_type") return `Give a value of type ${issue.expected}.`;
  return "Change it; docs/tasks-file.schema.json lists the allowed values.";
}
