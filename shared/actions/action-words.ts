import type { ShownStep } from "../contracts/api/responses/step-response.ts";
import type { Step, StepAction } from "../contracts/step/step.ts";
import type { StoredAction } from "../contracts/step/stored-action.ts";
import { Coordinate } from "../contracts/values/coordinate.ts";
import { displayText } from "../text/display-text.ts";
import { builtInActions } from "./built-in-actions.ts";
import { placeWords } from "./place-words.ts";

/** An action in a few words for people, by its own literal, else with all that was given: `tap "Bluetooth"`. `target`: what it is done on; absent: its place. */
export function actionWords(
  { action: name, ...given }: StoredAction,
  target = pointOf(given),
  catalogue = builtInActions,
): string {
  const definition = catalogue.find(name);
  const parameters = definition?.parameters.safeParse(given);
  if (definition?.inWords !== undefined && parameters?.success === true)
    return definition.inWords(parameters.data, target).trimEnd();
  const { element: _id, coordinate: _place, ...rest } = given;
  const said = Object.keys(rest).length === 0 ? "" : JSON.stringify(rest);
  return [nameWords(name), target, said].filter((part) => part !== "").join(" ");
}

const nameWords = (action: string): string => action.replaceAll("_", " ");

function pointOf({ coordinate }: Readonly<Record<string, unknown>>): string {
  const place = Coordinate.safeParse(coordinate);
  return place.success ? `(${placeWords(place.data)})` : "";
}

/**
 * All that a step does. Without `quotesScreen` no word of the screen is in it. What elements are called is the device's word: fence it
 * in a prompt.
 */
export const stepWords = ({ actions }: Pick<Step, "actions">, quotesScreen: boolean): string =>
  displayText(
    actions
      .map(({ action, element }) => (quotesScreen ? actionWords(action, element) : nameWords(action.action)))
      .join(", then "),
    160,
  );

/** As a list of steps has it: `BUTTON "Search" near="Song A"` is called "Search". Hostile, but one line and short. */
export function shortWords({ action, element }: Pick<StepAction, "action" | "element">): string {
  const name = element === undefined ? undefined : /"(?:[^"\\]|\\.)*"/.exec(element)?.[0];
  return displayText(actionWords(action, name ?? element?.toLowerCase()), 160);
}

export const shownStep = (step: Step): ShownStep => ({
  ...step,
  actions: step.actions.map((action) => ({ ...action, words: shortWords(action) })),
});
