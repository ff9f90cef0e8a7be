import type { Coordinate } from "../../contracts/coordinate.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { parseAction } from "../parse-action.ts";
import { parseReplyJson } from "../parse-reply-json.ts";
import type { ModelPart, ToolCallPart } from "../providers/model-provider.ts";
import { replyText, replyThoughts, toolCallsOf } from "../providers/reply-parts.ts";
import { agentToolChoice, agentTools } from "../tool-schema.ts";
import { checkStopReason } from "./check-stop-reason.ts";
import { convertCoordinates } from "./coordinate-fields.ts";
import { coordinateSpaces } from "./coordinate-space.ts";
import { readPoint } from "./read-point.ts";
import type { Dialect } from "./reply-dialect.ts";

function inputOf(call: ToolCallPart): { thinking: string; parameters: Record<string, unknown> } {
  // Only some services check that a call's input is an object before they answer.
  if (typeof call.input === "string") parseReplyJson(call.input);
  const input = typeof call.input === "object" && call.input !== null ? call.input : {};
  const { thinking, ...parameters } = input as Record<string, unknown>;
  return { thinking: typeof thinking === "string" ? thinking : "", parameters };
}

const space = coordinateSpaces.pixels;

const percent = (share: number): string => `${Math.round(share * 1_000) / 10}%`;
/** Of earlier turns: their pictures may have had another size, and what was told once must stay as it is. */
const inPercent = ([x, y]: Coordinate): readonly string[] => [percent(x), percent(y)];

/** Native tool use: one tool per action, exactly one call a turn, coordinates in pixels of what the model is shown. */
export const toolUse: Dialect = {
  space,
  needs: "elements",
  request: (actions) => ({
    instructions: `Answer every time with exactly one tool call: text alone does nothing on the device. In thinking say first whether the last action worked, what is left to do and why this action, in at most three sentences.`,
    tools: agentTools(actions),
    ...agentToolChoice,
  }),

  read(reply, { actions, size }) {
    checkStopReason(reply);
    const [call, ...others] = toolCallsOf(reply);
    if (call === undefined || others.length > 0) {
      throw new DroverError(
        "ValidationError",
        `The reply must be exactly one tool call, but has ${call === undefined ? "none" : others.length + 1}.`,
        { details: { field: "content", value: replyText(reply).slice(0, 500).toWellFormed() } },
      );
    }
    const { thinking, parameters } = inputOf(call);
    const placed = convertCoordinates({ ...parameters, action: call.name }, actions, (value, field) =>
      space.toNormalised(readPoint(value, field), size),
    );
    const said = [replyThoughts(reply), replyText(reply), thinking];
    return {
      thinking: said.filter((part) => part !== "").join("\n"),
      action: parseAction(placed, actions),
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

  tell: (action, { actions }) =>
    JSON.stringify(convertCoordinates(action, actions, (value) => inPercent(value as Coordinate))),
};
