import * as z from "zod";
import type { AgentActionName } from "../contracts/agent-action.ts";
import { agentActions } from "../contracts/agent-action.ts";

/** What the model is told of each action. The parameters come from the contract's schemas. */
const actionDescriptions = {
  tap: "Tap an element or a point.",
  double_tap: "Tap twice.",
  long_press: "Press and hold; duration in ms, default 1000.",
  swipe: "Flick from start to end, each [x, y]: dismisses things, turns pages.",
  drag: "Hold at start, move to end: sliders, handles, moving things.",
  scroll: "Down shows what is further down; element says which of several lists.",
  type: "Type into a field: its element is tapped first. clear empties it before; submit presses enter after.",
  key: "Press a key.",
  back: "Leave a screen, close a dialog or the keyboard.",
  home: "Go to the home screen.",
  recent: "Show recent apps.",
  open_app: "Open an app by package, such as com.android.settings.",
  open_url: "Open an http or https URL.",
  wait: "Wait for loading; duration in ms, at most 10000.",
  FINISH: "End the task, as rules 7 and 8 say; why it failed goes into summary.",
  ask_user: "Ask a person.",
  mcp_call: "Call a tool.",
} as const satisfies Record<AgentActionName, string>;

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

/**
 * The shape alone. Its bounds are the contract's to check, and a reply beyond them is shown to the model with what is
 * allowed; told here they would be paid for in every turn. Tuples are plain arrays, which models fill in better than
 * `prefixItems`; what `element` and `coordinate` mean stands once, in the rules.
 */
function shapeOf({ type, enum: values, prefixItems }: Record<string, unknown>): Record<string, unknown> {
  if (Array.isArray(prefixItems)) return { type, items: { type: "number" } };
  return values === undefined ? { type } : { type, enum: values };
}

function referenceOf(name: AgentActionName): ActionReference {
  const schema = z.toJSONSchema(agentActions[name], { io: "input", reused: "inline" });
  const properties: Record<string, Record<string, unknown>> = {};
  for (const [field, value] of Object.entries(schema.properties ?? {})) {
    if (field !== "action" && typeof value === "object") properties[field] = shapeOf(value);
  }
  const required = (schema.required ?? []).filter((field) => field !== "action");
  return { name, description: actionDescriptions[name], properties, required };
}

export const actionReferences: readonly ActionReference[] = offeredActions.map(referenceOf);
