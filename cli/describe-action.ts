import { builtInActions } from "#shared/agent/actions/built-in-actions.ts";
import { placeWords } from "#shared/agent/actions/place-words.ts";
import { Coordinate } from "#shared/contracts/coordinate.ts";
import type { Step, StepAction } from "#shared/contracts/step.ts";

/** What a step does in a few words for people, for example `tap "Bluetooth"; type "Ada"`. */
export const describeActions = ({ actions }: Pick<Step, "actions">): string =>
  actions.map(describeAction).join("; ");

export function describeAction({ action: { action: name, ...given }, element }: StepAction): string {
  const coordinate = Coordinate.safeParse(given.coordinate);
  const target = element ?? (coordinate.success ? `at ${placeWords(coordinate.data)}` : "");
  const definition = builtInActions.find(name);
  const parameters = definition?.parameters.safeParse(given);
  if (definition?.inWords !== undefined && parameters?.success === true)
    return definition.inWords(parameters.data, target);
  return `${name.replaceAll("_", " ")}${target === "" ? "" : ` ${target}`}`;
}
