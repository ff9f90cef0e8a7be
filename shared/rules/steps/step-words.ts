import type { Step, StepAction } from "../../contracts/job/step.ts";
import { displayText } from "../../text/display-text.ts";

const longest = 160;

/** `open_app` → `Open app`. */
const verbOf = (action: string): string => {
  const words = action.replaceAll("_", " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
};

function actionWords({ action: { action, ...given }, element }: StepAction, quotesScreen: boolean): string {
  const said = Object.values(given).find((value) => typeof value === "string");
  const object = quotesScreen ? (element ?? said) : undefined;
  return [verbOf(action), object].filter(Boolean).join(" ");
}

/**
 * What a step did, as a person would call it: `Tap BUTTON "Search"`. Without `quotesScreen` no word of the screen is in it.
 * What elements are called is the device's word: fence it in a prompt.
 */
export const stepWords = ({ actions }: Pick<Step, "actions">, quotesScreen: boolean): string =>
  displayText(actions.map((action) => actionWords(action, quotesScreen)).join(", then "), longest);
