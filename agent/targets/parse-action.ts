import type * as z from "zod";
import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { finish } from "#shared/actions/built-in/finish.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { isCoordinate } from "./coordinate-fields.ts";
import { eachAction } from "./each-action.ts";
import { nearestAction } from "./nearest-action.ts";

const cut = (text: string, limit: number): string =>
  text.length <= limit ? text : `${text.slice(0, limit - 1).toWellFormed()}…`;
const shown = (value: unknown): string => cut(JSON.stringify(value) ?? String(value), 120);

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function unknownAction(name: string, catalogue: ActionCatalogue): DroverError {
  const names = catalogue.offered.map((definition) => definition.name);
  const nearest = nearestAction(name, catalogue);
  const suggestion = nearest === undefined ? "" : ` Did you mean '${nearest}'?`;
  return new DroverError(
    "ValidationError",
    `There is no action '${cut(String(name), 60)}'.${suggestion} Allowed: ${names.join(", ")}.`,
    { details: { field: "action", value: shown(name), suggestion: nearest ?? null } },
  );
}

/**
 * Out of range is told apart from malformed, because it points at the model or its dialect (docs/spec.md I5.3,
 * docs/faults.md E7).
 */
function checkCoordinates(given: Readonly<Record<string, unknown>>, shape: z.ZodRawShape): void {
  for (const [field, value] of Object.entries(given)) {
    if (!isCoordinate(shape[field])) continue;
    if (!Array.isArray(value) || value.length !== 2 || !value.every((part) => typeof part === "number"))
      continue;
    if (value.every((part) => part >= 0 && part <= 1)) continue;
    const scale = value.some((part) => part > 2) ? " These look like pixels or thousandths." : "";
    throw new DroverError(
      "CoordinateOutOfRange",
      `The model predicted an invalid ${field}: [${value.join(", ")}]. Coordinates lie between 0 and 1 of the screen's width and height.${scale}`,
      { details: { field, value: shown(value) } },
    );
  }
}

const coordinateRemedy = "must be [x, y], two numbers from 0 to 1";
const remedies: Readonly<Record<string, string>> = {
  coordinate: coordinateRemedy,
  start: coordinateRemedy,
  end: coordinateRemedy,
  duration: "must be a positive whole number of milliseconds, at most 10000",
  text: "must be a text of 1 to 4000 characters",
  element: "must be the id of an element of the current screen",
};

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (at, key) =>
      typeof at === "object" && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined,
    value,
  );
}

/** The one action in capitals is known in any letters. */
export const canonicalName = (name: string): string =>
  name.toUpperCase() === finish.name ? finish.name : name;

/**
 * One action as its definition has it.
 * @throws ValidationError with `details` {field, value}; CoordinateOutOfRange
 */
export function parseAction(value: unknown, catalogue: ActionCatalogue): StoredAction {
  if (!isRecord(value) || typeof value.action !== "string") {
    throw new DroverError(
      "ValidationError",
      `The reply must be an object with 'action', but is ${shown(value)}.`,
      {
        details: { field: "action", value: shown(value) },
      },
    );
  }
  const action = canonicalName(value.action);
  const { action: _, ...given } = value;
  const definition = catalogue.find(action);
  if (definition === undefined) throw unknownAction(action, catalogue);
  checkCoordinates(given, definition.parameters.shape);
  const result = definition.parameters.safeParse(given);
  if (!result.success) throw invalidParameters(action, given, result.error.issues);
  return { ...result.data, action } as StoredAction;
}

interface Issue {
  readonly code: string;
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function invalidParameters(name: string, value: unknown, issues: readonly Issue[]): DroverError {
  const sentences = issues.slice(0, 4).map((issue) => {
    const field = String(issue.path[0] ?? "");
    if (field === "") return `${issue.message}.`;
    // Our own rules for several fields together say what they want.
    const found = valueAt(value, issue.path);
    if (issue.code === "custom" && found === undefined) return `${issue.message}.`;
    const remedy = remedies[field] ?? (found === undefined ? undefined : issue.message);
    const is = found === undefined ? "missing" : shown(found);
    return `'${issue.path.join(".")}' is ${is}${remedy === undefined ? "" : `: ${remedy}`}.`;
  });
  const first = issues[0]?.path ?? [];
  return new DroverError("ValidationError", `${name}: ${sentences.join(" ")}`, {
    details: { field: first.join("."), value: shown(valueAt(value, first)) },
  });
}

/**
 * A turn's actions.
 * @throws what `parseAction` throws, with the action's place when there are several; ValidationError for none
 */
export function parseActions(
  values: readonly unknown[],
  catalogue: ActionCatalogue,
): readonly StoredAction[] {
  if (values.length > 0) return eachAction(values, (value) => parseAction(value, catalogue));
  throw new DroverError("ValidationError", "The list of actions is empty.", {
    details: { field: "action", value: "[]" },
  });
}
