import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { actionWords } from "#shared/actions/action-words.ts";
import type { RecordedStep, ScreenCheck } from "#shared/contracts/step/recording.ts";
import { describeSelector } from "../targets/selector.ts";

/** `tap BUTTON "Save"; type "Ada" into TEXTFIELD "Name"`: for people; what the screen called its elements is in it. */
export function recordedWords({ actions, check }: RecordedStep, catalogue: ActionCatalogue): string {
  const said = actions.map(({ action, target }) =>
    actionWords(action, target && describeSelector(target), catalogue),
  );
  return [...said, ...(check === undefined ? [] : [checkWords(check)])]
    .join("; ")
    .slice(0, 500)
    .toWellFormed();
}

export function checkWords({ shows, hides, app }: ScreenCheck): string {
  if (app !== undefined) return `expect the app ${app} in front`;
  if (hides !== undefined) return `expect no ${describeSelector(hides)}`;
  const state = shows?.is === undefined ? "" : ` ${shows.is}`;
  return shows === undefined ? "expect" : `expect ${describeSelector(shows)}${state}`;
}
