import * as z from "zod";
import type { AgentActionName } from "../contracts/agent-action.ts";
import { agentActions } from "../contracts/agent-action.ts";

/** What the model is told of each action. The parameters come from the contract's schemas. */
const actionDescriptions = {
  tap: "Tap an element or a point.",
  double_tap: "Tap twice quickly.",
  long_press: "Press and hold; duration in milliseconds, by default 1000.",
  swipe: "Flick from start to end, to dismiss things or to turn pages. To move through a list use scroll.",
  drag: "Hold at start, then move to end: for sliders, handles and moving things.",
  scroll:
    "Reveal content in a direction: down shows what is further down. Give the list's element if there are several.",
  type: "Type text into a field. Give the field's element: it is tapped first. clear empties the field before; submit presses enter after.",
  key: "Press a key.",
  back: "Press Back: leaves a screen, closes a dialog or the keyboard.",
  home: "Go to the home screen.",
  recent: "Show recent apps.",
  open_app: "Open an app by its package name, for example com.android.settings.",
  open_url: "Open an http or https URL.",
  wait: "Wait for something to load; duration in milliseconds.",
  FINISH:
    "End the task. success only when the screen shows it is done; failure when it cannot be done, with the reason in summary. When the task asks for information, answer holds exactly that information.",
  ask_user: "Ask a person.",
  mcp_call: "Call a tool.",
} as const satisfies Record<AgentActionName, string>;

const fieldDescriptions: Readonly<Record<string, string>> = {
  element: "Id of an element on the current screen, the number in square brackets. Prefer it to coordinate.",
  coordinate: "[x, y], each from 0 to 1 of the screen's width and height. Only for what is not an element.",
  start: "[x, y], each from 0 to 1.",
  end: "[x, y], each from 0 to 1.",
  duration: "Milliseconds.",
  thinking: "Did the last action work, what is left to do, why this action. At most three sentences.",
};

/** Nobody answers ask_user and no tools are connected, so neither is offered; both are still understood. */
export const offeredActions = (Object.keys(actionDescriptions) as AgentActionName[]).filter(
  (name) => name !== "ask_user" && name !== "mcp_call",
);

export interface ActionReference {
  readonly name: AgentActionName;
  readonly description: string;
  readonly properties: Readonly<Record<string, Record<string, unknown>>>;
  readonly required: readonly string[];
}

/** Tuples as plain arrays: shorter, and models fill them in better than `prefixItems`. */
function simpler(schema: Record<string, unknown>): Record<string, unknown> {
  const { prefixItems, ...rest } = schema;
  if (!Array.isArray(prefixItems)) return schema;
  return { ...rest, items: prefixItems[0], minItems: prefixItems.length, maxItems: prefixItems.length };
}

function referenceOf(name: AgentActionName): ActionReference {
  const schema = z.toJSONSchema(agentActions[name], { io: "input", reused: "inline" });
  const properties: Record<string, Record<string, unknown>> = {};
  for (const [field, value] of Object.entries(schema.properties ?? {})) {
    if (field === "action" || typeof value !== "object") continue;
    const description = fieldDescriptions[field];
    properties[field] = { ...simpler(value), ...(description === undefined ? {} : { description }) };
  }
  const required = (schema.required ?? []).filter((field) => field !== "action");
  return { name, description: actionDescriptions[name], properties, required };
}

export const actionReferences: readonly ActionReference[] = offeredActions.map(referenceOf);
export const thinkingDescription = fieldDescriptions.thinking ?? "";
