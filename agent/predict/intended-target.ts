import * as z from "zod";
import { type ActionCatalogue, createActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ActionDefinition } from "#shared/actions/action-definition.ts";
import type { StoredAction } from "#shared/contracts/step/stored-action.ts";
import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { ModelReply } from "../models/model-provider.ts";
import type { Dialect, ReadContext } from "../replies/reply-dialect.ts";
import { isCoordinate } from "../targets/coordinate-fields.ts";

/** An action whose place is not known yet. */
export interface IntendedAction {
  readonly action: StoredAction;
  readonly thinking: string;
  /** In the model's own words; empty when it said none. */
  readonly description: string;
}

/** The fields in which models describe their target in words, the clearest first. */
const targetFields = ["element", "target", "label", "description", "coordinate"] as const;
const anything = Object.fromEntries(targetFields.map((field) => [field, z.unknown().optional()]));
const nowhere: Coordinate = [Number.NaN, Number.NaN];

/** Whether the action has one place that a model can point at. */
const isAimed = ({ parameters }: ActionDefinition): boolean => isCoordinate(parameters.shape.coordinate);

function withAnyTarget(definition: ActionDefinition): ActionDefinition {
  if (!isAimed(definition)) return definition;
  const { element: _element, coordinate: _coordinate, ...others } = definition.parameters.shape;
  return { ...definition, parameters: z.strictObject({ ...anything, ...others }) };
}

/** The action's parameters without its place, and the words given instead. */
function withoutTarget(action: StoredAction, { parameters }: ActionDefinition) {
  const own = new Set(Object.keys(parameters.shape).filter((field) => !/^(element|coordinate)$/.test(field)));
  const isPlace = (field: string): boolean =>
    !own.has(field) && (targetFields as readonly string[]).includes(field);
  const words = targetFields
    .filter(isPlace)
    .map((field) => action[field])
    .find((value) => typeof value === "string" && /\p{L}/u.test(value));
  const kept = Object.entries(action).filter(([field]) => !isPlace(field));
  return {
    action: Object.fromEntries(kept) as StoredAction,
    words: words === undefined ? "" : String(words),
  };
}

const longestThought = 400;
/** As a task for a model that sees the screen and nothing else. */
const describe = ({ action }: StoredAction, words: string, thinking: string): string => {
  if (words !== "") return words;
  const thought = thinking.trim().slice(-longestThought).toWellFormed();
  return thought === "" ? "" : `what to ${action.replaceAll("_", " ")} according to: ${thought}`;
};

/**
 * The intended action of a reply whose place is not usable. Null if it has another error too, or several
 * actions, because then the wrong place is unknown.
 */
export function intendedByUnusable(
  reply: ModelReply,
  dialect: Dialect,
  { actions, size }: ReadContext,
): IntendedAction | null {
  try {
    const lenient = createActionCatalogue(actions.all.map(withAnyTarget));
    const read = dialect.read(reply, { actions: lenient, size, unreadPlace: nowhere });
    return intendedBy(read.actions, read.thinking, actions);
  } catch (error) {
    if (error instanceof DroverError) return null;
    throw error;
  }
}

/** Like `intendedByUnusable`, for actions that were read; `element` is the name of the element at the place. */
export function intendedBy(
  actions: readonly StoredAction[],
  thinking: string,
  catalogue: ActionCatalogue,
  element = "",
): IntendedAction | null {
  const [chosen, ...others] = actions;
  const definition = chosen === undefined ? undefined : catalogue.find(chosen.action);
  if (chosen === undefined || others.length > 0 || definition === undefined || !isAimed(definition))
    return null;
  const { action, words } = withoutTarget(chosen, definition);
  return { action, thinking, description: describe(action, element || words, thinking) };
}
