import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { placeWords } from "#shared/actions/place-words.ts";
import type { RecordedAction, RecordedStep, ScreenCheck } from "#shared/contracts/agent/recording.ts";
import { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { describeSelector } from "../targets/selector.ts";

/** `tap BUTTON "Save"; type "Ada" into TEXTFIELD "Name"`: for people; what the screen called its elements is in it. */
export function recordedWords({ actions, check }: RecordedStep, catalogue: ActionCatalogue): string {
  const said = actions.map((recorded) => actionWords(recorded, catalogue));
  return [...said, ...(check === undefined ? [] : [checkWords(check)])]
    .join("; ")
    .slice(0, 500)
    .toWellFormed();
}

function actionWords({ action, target }: RecordedAction, catalogue: ActionCatalogue): string {
  const { action: name, ...given } = action;
  const place = Coordinate.safeParse(given.coordinate);
  const at =
    target === undefined ? (place.success ? `at ${placeWords(place.data)}` : "") : describeSelector(target);
  const definition = catalogue.find(name);
  // An action that needs a place has none here without its element.
  const parameters = definition?.parameters.safeParse(given);
  if (definition?.inWords !== undefined && parameters?.success === true)
    return definition.inWords(parameters.data, at);
  return `${name.replaceAll("_", " ")}${at === "" ? "" : ` ${at}`}`;
}

export function checkWords({ shows, hides, app }: ScreenCheck): string {
  if (app !== undefined) return `expect the app ${app} in front`;
  if (hides !== undefined) return `expect no ${describeSelector(hides)}`;
  const state = shows?.is === undefined ? "" : ` ${shows.is}`;
  return shows === undefined ? "expect" : `expect ${describeSelector(shows)}${state}`;
}
