import { builtInActions } from "#shared/agent/actions/built-in-actions.ts";
import { placeWords } from "#shared/agent/actions/place-words.ts";
import { Coordinate } from "#shared/contracts/coordinate.ts";
import type { Step } from "#shared/contracts/step.ts";

/** A step's action in a few words for people, for example `tap "Bluetooth"` or `type "Ada"`. */
export function describeAction({
  action: { action: name, ...given },
  element,
}: Pick<Step, "action" | "element">): string {
  const coordinate = Coordinate.safeParse(given.coordinate);
  const target = element ?? (coordinate.success ? `at ${placeWords(coordinate.data)}` : "");
  const definition = builtInActions.find(name);
  const parameters = definition?.parameters.safeParse(given);
  if (definition?.inWords !== undefined && parameters?.success === true)
    return definition.inWords(parameters.data, target);
  return `${name.replaceAll("_", " ")}${target === "" ? "" : ` ${target}`}`;
}
