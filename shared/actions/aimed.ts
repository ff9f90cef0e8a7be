import * as z from "zod";
import type { SemanticUITree, UIElement } from "../contracts/protocol/semantic-ui-tree.ts";
import { Coordinate } from "../contracts/values/coordinate.ts";
import { DroverError } from "../errors/drover-error.ts";
import { elementName } from "../screen/element-label.ts";
import { touchPoint } from "../screen/touch-point.ts";
import type { ResolveContext, Resolved } from "./action-definition.ts";

/** Where a model points: an id of the map it was shown, or a normalised coordinate. */
export const target = { element: z.int().min(0).max(199).optional(), coordinate: Coordinate.optional() };

interface Aimed {
  readonly element?: number | undefined;
  readonly coordinate?: Coordinate | undefined;
}

export const hasTarget = ({ element, coordinate }: Aimed): boolean =>
  element !== undefined || coordinate !== undefined;
export const needsTarget = { error: "needs 'element' or 'coordinate'", path: ["element"] };

/** @throws UnknownElement naming the ids there are */
export function elementById(
  id: number,
  tree: SemanticUITree | null,
): { target: UIElement; tree: SemanticUITree } {
  const found = tree?.elements.find((element) => element.element_id === id);
  if (tree !== null && found !== undefined) return { target: found, tree };
  const count = tree?.elements.length ?? 0;
  const range =
    count === 0
      ? "The current screen has no elements: use a coordinate."
      : `The current screen has elements 0 to ${count - 1}.`;
  throw new DroverError("UnknownElement", `There is no element ${id}. ${range}`, {
    details: { element: id, count },
  });
}

/**
 * The parameters with the point where a tap meets the element in place of its id.
 * @throws UnknownElement naming the ids there are
 */
export function atPoint<Parameters extends Aimed>(
  { element, ...rest }: Parameters,
  context: ResolveContext,
): Resolved<Omit<Parameters, "element">> {
  if (element === undefined) return { parameters: rest };
  const found = elementById(element, context.tree);
  const coordinate = touchPoint(found.target, found.tree, context.coordinateOf);
  return {
    parameters: { ...rest, coordinate },
    element: elementName(found.target).slice(0, 300).toWellFormed(),
  };
}

/** As `atPoint`, for what must have a target; its parameters' schema sees to that. */
export function atOnePoint<Parameters extends Aimed>(
  { coordinate: given, ...parameters }: Parameters,
  context: ResolveContext,
): Resolved<Omit<Parameters, "element" | "coordinate"> & { coordinate: Coordinate }> {
  const {
    parameters: { coordinate = given, ...rest },
    ...told
  } = atPoint<Aimed>(parameters, context);
  if (coordinate !== undefined)
    return { ...told, parameters: { ...(rest as Omit<Parameters, "element" | "coordinate">), coordinate } };
  throw new DroverError("ValidationError", "The action needs 'element' or 'coordinate'.");
}
