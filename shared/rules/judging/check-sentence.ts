import type { FailedCheck } from "../../contracts/judging/failed-check.ts";
import { displayText } from "../../text/display-text.ts";

/** Together they fit into what a batch keeps of a reason. */
const longestPlace = 100;
const longestValue = 85;

/** Why a check failed, in every place that shows it: `setting global/wifi_on: expected 0, was 1.` */
export const checkSentence = ({ place, expected, actual }: FailedCheck): string =>
  `${displayText(place, longestPlace)}: expected ${displayText(expected, longestValue)}, was ${displayText(actual, longestValue)}.`;
