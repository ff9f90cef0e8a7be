import { replyText } from "../providers/reply-parts.ts";
import { coordinateSpaces } from "../targets/coordinate-space.ts";
import { parseActions } from "../targets/parse-action.ts";
import { aboutAction, leastConfidence } from "./about-action.ts";
import { lastExpectation } from "./about-expectation.ts";
import { actionList } from "./action-list.ts";
import { checkStopReason } from "./check-stop-reason.ts";
import { parseReplyJson } from "./parse-reply-json.ts";
import { repairInText } from "./repair-in-text.ts";
import type { Dialect } from "./reply-dialect.ts";
import { withoutFence } from "./without-fence.ts";

/** One JSON object that aims by element id: what small models of text get right. */
export const elementJson: Dialect = {
  space: coordinateSpaces.normalised,
  request: (actions) => ({
    instructions: `Answer with exactly one JSON object and nothing around it:
{"thinking": "what is left to do, why this action", "action": "tap", "element": 3, "expect": "a few words the screen shows then"}
Several actions, as rule 9 says, are a list: [{...}, {...}].

Actions and their parameters:
${actionList(actions)}`,
  }),

  read(reply, { actions }) {
    checkStopReason(reply);
    const value = parseReplyJson(withoutFence(replyText(reply)));
    const given = (Array.isArray(value) ? value : [value]).map(aboutAction);
    return {
      thinking: given
        .map(({ thinking }) => thinking)
        .filter((part) => part !== "")
        .join("\n"),
      ...leastConfidence(given),
      ...lastExpectation(given),
      actions: parseActions(
        given.map(({ action }) => action),
        actions,
      ),
    };
  },

  repair: repairInText,
  tell: (action) => JSON.stringify(action),
};
