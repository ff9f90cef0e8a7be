import type { Step, StepAction } from "../contracts/job/step.ts";
import { Coordinate } from "../contracts/values/coordinate.ts";
import { builtInActions } from "./built-in-actions.ts";
import { placeWords } from "./place-words.ts";

/** What a step does in a few words for people, for example `tap "Bluetooth"; type "Ada"`. */
export const describeActions = ({ actions }: Pick<Step, "actions">): string =>
  actions.map((action) => describeAction(action)).join("; ");

/** `whole`: with all that was given to an action that has no words of its own for it. */
export function describeAction(
  { action: { action: name, ...given }, element }: StepAction,
  whole = false,
): string {
  const coordinate = Coordinate.safeParse(given.coordinate);
  const target = element ?? (coordinate.success ? `at ${placeWords(coordinate.data)}` : "");
  const definition = builtInActions.find(name);
  const parameters = definition?.parameters.safeParse(given);
  if (definition?.inWords !== undefined && parameters?.success === true)
    return definition.inWords(parameters.data, target);
  const { element: _id, coordinate: _place, ...rest } = given;
  const said = whole && Object.keys(rest).length > 0 ? JSON.stringify(rest) : "";
  return [name.replaceAll("_", " "), target, said].filter((part) => part !== "").join(" ");
}
