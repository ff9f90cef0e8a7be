import * as z from "zod";
import { actionReferences } from "#agent/targets/action-reference.ts";
import { builtInActions } from "#shared/actions/built-in-actions.ts";
import { mostActions } from "#shared/contracts/step/step.ts";
import { JobId } from "#shared/contracts/values/ids.ts";
import { dataLines } from "#shared/rules/steps/data-lines.ts";
import { plain } from "#shared/text/plain-text.ts";
import { LeasedScreen, leasedScreen, leasedScreenText } from "../leased-screen.ts";
import { markedOrNull } from "../marked.ts";
import { defineMcpTool } from "../mcp-tool.ts";

/** The one list of actions, a line each. */
const forms = actionReferences(builtInActions)
  .filter(({ name }) => name !== "FINISH" && name !== "remember")
  .map(({ name, description, properties, required }) => {
    const fields = Object.keys(properties).map((field) => (required.includes(field) ? field : `${field}?`));
    return `${name}(${fields.join(", ")}): ${description}`;
  });

export const actOnDeviceTool = defineMcpTool({
  title: "Act on a leased device",
  description: [
    `Do 1 to ${mostActions} actions on a device that you leased, in order until one goes wrong, and see the screen after them. An action aims at an element by its number of the last observation ({"action":"tap","element":3}), or at a point by parts of the screen from 0 to 1 ({"action":"tap","coordinate":[0.5,0.9]}). What the lease's policy forbids is denied and nothing is done.`,
    "The actions:",
    ...forms,
  ].join("\n"),
  effect: "destroys",
  input: z.strictObject({
    sessionId: JobId,
    actions: z
      .array(z.looseObject({ action: z.string().min(1).max(60) }))
      .min(1)
      .max(mostActions),
    thinking: z.string().max(20_000).default("").describe("Why; kept with the step."),
  }),
  output: LeasedScreen.extend({
    stepNumber: z.int(),
    /** `denied`: the policy forbids it; `pending`: it continues, observe_device waits for it. */
    result: z.enum(["done", "denied", "pending", "unusable"]),
    reason: z.string().nullable(),
    screenChanged: z.boolean().nullable(),
  }),
  async run({ sessionId: id, actions, thinking }, { api, signal }) {
    // The API checks each against the one list, and names what is wrong with it.
    const body = { actions: actions as { action: string }[], thinking };
    const turn = await api.actInSession({ id, body, signal });
    const { stepNumber, status, reason = null, outcome, screenChanged = null, session, observation } = turn;
    return {
      text: [
        plain(
          `step ${stepNumber}: ${status}${outcome === undefined ? "" : outcome.ok ? ", ok" : ", failed"}`,
        ),
        ...dataLines(
          [reason ?? "", outcome === undefined || outcome.ok ? "" : outcome.message]
            .filter(Boolean)
            .join("\n"),
          "  ",
        ),
        ...(screenChanged === false ? ["the screen did not change"] : []),
        ...leasedScreenText(session, observation),
      ],
      data: {
        ...leasedScreen(session, observation),
        stepNumber,
        result: status,
        reason: markedOrNull(reason),
        screenChanged,
      },
    };
  },
});
