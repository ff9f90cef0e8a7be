import { parseAction } from "../parse-action.ts";
import { parseReplyJson } from "../parse-reply-json.ts";
import { replyText, replyThoughts } from "../providers/reply-parts.ts";
import { actionList } from "./action-list.ts";
import { checkStopReason } from "./check-stop-reason.ts";
import { coordinateSpaces } from "./coordinate-space.ts";
import { repairInText } from "./repair-in-text.ts";
import type { Dialect } from "./reply-dialect.ts";
import { withoutFence } from "./without-fence.ts";

/** One JSON object that aims by element id: what small models of text get right. */
export const elementJson: Dialect = {
  space: coordinateSpaces.normalised,
  needs: "elements",
  request: (actions) => ({
    instructions: `Answer with exactly one JSON object and nothing around it:
{"thinking": "what is left to do, why this action", "action": "tap", "element": 3}

Actions and their parameters:
${actionList(actions)}`,
  }),

  read(reply, { actions }) {
    checkStopReason(reply);
    const value = parseReplyJson(withoutFence(replyText(reply)));
    const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
    const { thinking = "", ...given } = isObject ? (value as Readonly<Record<string, unknown>>) : {};
    const action = parseAction(isObject ? given : value, actions);
    const said = [replyThoughts(reply), typeof thinking === "string" ? thinking : ""];
    return { thinking: said.filter((part) => part !== "").join("\n"), actions: [action] };
  },

  repair: repairInText,
  tell: (action) => JSON.stringify(action),
};
