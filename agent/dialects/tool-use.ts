import type { Coordinate } from "#shared/contracts/values/coordinate.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { ModelPart, ToolCallPart } from "../models/model-provider.ts";
import { replyText, toolCallsOf } from "../providers/reply-parts.ts";
import { asExpectation, expectationIn, lastExpectation } from "../replies/about-expectation.ts";
import { checkStopReason } from "../replies/check-stop-reason.ts";
import { parseReplyJson } from "../replies/parse-reply-json.ts";
import { readPoint } from "../replies/read-point.ts";
import type { Dialect } from "../replies/reply-dialect.ts";
import { convertCoordinates } from "../targets/coordinate-fields.ts";
import { coordinateSpaces } from "../targets/coordinate-space.ts";
import { eachAction } from "../targets/each-action.ts";
import { parseAction } from "../targets/parse-action.ts";
import { agentToolChoice, agentTools } from "../targets/tool-schema.ts";

function inputOf(call: ToolCallPart) {
  // Only some services check that a call's input is an object before they answer.
  if (typeof call.input === "string") parseReplyJson(call.input);
  const input = typeof call.input === "object" && call.input !== null ? call.input : {};
  const { thinking, expect, ...parameters } = input as Record<string, unknown>;
  return { thinking: typeof thinking === "string" ? thinking : "", parameters, ...asExpectation(expect) };
}

const space = coordinateSpaces.pixels;

/** Native tool use: one tool per action, a call for each thing to do, coordinates in pixels of what the model is shown. */
export const toolUse: Dialect = {
  space,
  request: (actions) => ({
    instructions: `Answer every time with one tool call, or with several as rule 9 says: text alone does nothing on the device. Before the calls say in at most three sentences whether the last action worked, what is left to do and why these actions; last a line "Expect: " with a few words that the screen shows then.`,
    tools: agentTools(actions),
    ...agentToolChoice,
  }),

  read(reply, { actions, size }) {
    checkStopReason(reply);
    const calls = toolCallsOf(reply);
    if (calls.length === 0) {
      throw new DroverError("ValidationError", "The reply must be a tool call, but has none.", {
        details: { field: "content", value: replyText(reply).slice(0, 500).toWellFormed() },
      });
    }
    const inputs = calls.map((call) => ({ name: call.name, ...inputOf(call) }));
    const placed = inputs.map(
      ({ name, parameters }) =>
        () =>
          convertCoordinates({ ...parameters, action: name }, actions, (value, field) =>
            space.toNormalised(readPoint(value, field), size),
          ),
    );
    const said = [replyText(reply), ...inputs.map(({ thinking }) => thinking)];
    return {
      thinking: said.filter((part) => part !== "").join("\n"),
      ...lastExpectation([expectationIn(replyText(reply)), ...inputs]),
      actions: eachAction(placed, (place) => parseAction(place(), actions)),
    };
  },

  repair(reply, problem) {
    const calls = toolCallsOf(reply);
    // The services want a result for each tool call, and refuse an empty assistant turn.
    const results: ModelPart[] = calls.map(({ id: callId }) => ({
      type: "toolResult",
      callId,
      isError: true,
      text: problem,
    }));
    const answer: ModelPart[] = results.length > 0 ? results : [{ type: "text", text: problem }];
    const said = reply.parts.filter((part) => part.type !== "text" || part.text.trim() !== "");
    return [
      { role: "assistant", parts: said.length > 0 ? said : [{ type: "text", text: "(empty reply)" }] },
      { role: "user", parts: answer },
    ];
  },

  // As the call was made, in pixels of what was shown then.
  tell: (action, { actions, size }) => {
    const { action: name, ...input } = convertCoordinates(action, actions, (value) =>
      space.fromNormalised(value as Coordinate, size),
    );
    return `${String(name)} ${JSON.stringify(input)}`;
  },
};
