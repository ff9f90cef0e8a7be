import * as z from "zod";
import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ActionDefinition } from "#shared/actions/action-definition.ts";

export interface ActionReference {
  readonly name: string;
  readonly description: string;
  readonly properties: Readonly<Record<string, Record<string, unknown>>>;
  readonly required: readonly string[];
  /** At least one of these is needed; absent: no such rule. */
  readonly oneOf?: readonly string[];
}

/**
 * The shape alone. Its bounds are the definition's to check, and a reply beyond them is shown to the model with what is
 * allowed; told here they would be paid for in every turn. Tuples are plain arrays, which models fill in better than
 * `prefixItems`; what `element` and `coordinate` mean stands once, in the rules.
 */
function shapeOf({ type, enum: values, prefixItems }: Record<string, unknown>): Record<string, unknown> {
  if (Array.isArray(prefixItems)) return { type, items: { type: "number" } };
  return values === undefined ? { type } : { type, enum: values };
}

function referenceOf({ name, description, parameters }: ActionDefinition): ActionReference {
  // What it becomes, not what it is read from: other agents' words are understood, but not told.
  const schema = z.toJSONSchema(parameters, { io: "output", reused: "inline", unrepresentable: "any" });
  const properties: Record<string, Record<string, unknown>> = {};
  for (const [field, value] of Object.entries(schema.properties ?? {})) {
    // What few need, such as how long a swipe takes, is understood and not told.
    if (typeof value === "object" && value.told !== false) properties[field] = shapeOf(value);
  }
  const required = Object.entries(parameters.shape)
    .filter(([, field]) => !z.safeParse(field, undefined).success)
    .map(([field]) => field);
  const { element, coordinate } = properties;
  const mustAim = element && coordinate && required.length === 0 && !parameters.safeParse({}).success;
  return {
    name,
    description,
    properties,
    required,
    ...(mustAim ? { oneOf: ["element", "coordinate"] } : {}),
  };
}

const known = new WeakMap<ActionCatalogue, readonly ActionReference[]>();

/** What models are told of the actions they may choose; the same text each time, so that it can be cached. */
export function actionReferences(catalogue: ActionCatalogue): readonly ActionReference[] {
  const references = known.get(catalogue) ?? catalogue.offered.map(referenceOf);
  known.set(catalogue, references);
  return references;
}
