import { DroverError } from "#shared/errors/drover-error.ts";
import { replyText } from "../providers/reply-parts.ts";
import { aboutConfidence, leastConfidence } from "../replies/about-action.ts";
import { lastExpectation } from "../replies/about-expectation.ts";
import { actionList } from "../replies/action-list.ts";
import { checkStopReason } from "../replies/check-stop-reason.ts";
import { parseReplyJson } from "../replies/parse-reply-json.ts";
import { repairInText } from "../replies/repair-in-text.ts";
import type { Dialect } from "../replies/reply-dialect.ts";
import { tagged } from "../replies/tagged-text.ts";
import { withoutFence } from "../replies/without-fence.ts";
import { coordinateSpaces } from "../targets/coordinate-space.ts";
import { canonicalName, parseActions } from "../targets/parse-action.ts";

/** An end without a status claims success, as the format's source has it. */
const withStatus = (value: unknown): unknown =>
  typeof value === "object" &&
  value !== null &&
  "action" in value &&
  canonicalName(`${value.action}`) === "FINISH"
    ? { status: "success", ...value }
    : value;

/** `<thinking>…</thinking><tool_call>{…}</tool_call>` in plain text (docs/spec.md I3.1). */
export const thinkingToolCall: Dialect = {
  space: coordinateSpaces.normalised,
  request: (actions) => ({
    instructions: `Answer in exactly this form and nothing after it:
<thinking>what the screen shows, what is left to do, why this action</thinking>
<tool_call>{"action": "tap", "element": 3, "expect": "a few words the screen shows then"}</tool_call>
Several actions, as rule 9 says, are a list: [{...}, {...}].

Actions and their parameters:
${actionList(actions)}`,
  }),

  read(reply, { actions }) {
    checkStopReason(reply);
    const text = replyText(reply);
    const thought = tagged(text, "thinking");
    // An example inside the thinking is not the call.
    const call = tagged(thought === undefined ? text : thought.before + thought.after, "tool_call");
    if (call === undefined) {
      throw new DroverError("ValidationError", "The reply has no <tool_call>…</tool_call>.", {
        details: { field: "tool_call", value: text.slice(0, 500).toWellFormed() },
      });
    }
    const value = parseReplyJson(withoutFence(call.inside));
    const given = (Array.isArray(value) ? value : [value]).map(withStatus).map(aboutConfidence);
    const chosen = parseActions(
      given.map(({ action }) => action),
      actions,
    );
    return {
      thinking: thought?.inside.trim() ?? "",
      ...leastConfidence(given),
      ...lastExpectation(given),
      actions: chosen,
    };
  },

  repair: repairInText,
  tell: (action) => JSON.stringify(action),
};
