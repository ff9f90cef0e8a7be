import * as z from "zod";
import { Coordinate } from "./coordinate.ts";
import { deviceActions, ScrollDirection } from "./device-action.ts";
import { SafeText } from "./safe-text.ts";

/** Id of an element in the map the model was shown. */
const element = z.int().min(0).max(199);
const target = { element: element.optional(), coordinate: Coordinate.optional() };

/** Actions an agent may choose. Those with a target take an `element` of the map or a normalised `coordinate`. */
export const agentActions = {
  ...deviceActions,
  tap: deviceActions.tap.extend(target),
  double_tap: deviceActions.double_tap.extend(target),
  long_press: deviceActions.long_press.extend(target),
  type: deviceActions.type.extend(target),
  scroll: z.strictObject({ action: z.literal("scroll"), direction: ScrollDirection, ...target }),
  FINISH: z.strictObject({
    action: z.literal("FINISH"),
    status: z.enum(["success", "failure"]),
    summary: SafeText.max(4_000).optional(),
    answer: SafeText.max(4_000).optional(),
  }),
  ask_user: z.strictObject({ action: z.literal("ask_user"), question: SafeText.min(1).max(2_000) }),
  mcp_call: z.strictObject({
    action: z.literal("mcp_call"),
    tool: SafeText.min(1).max(200),
    arguments: z.record(z.string().max(200), z.json()).default({}),
  }),
} as const;
export type AgentActionName = keyof typeof agentActions;
export const agentActionNames = Object.keys(agentActions) as readonly AgentActionName[];

export const AgentAction = z.discriminatedUnion("action", [
  agentActions.tap,
  agentActions.double_tap,
  agentActions.long_press,
  agentActions.swipe,
  agentActions.drag,
  agentActions.scroll,
  agentActions.type,
  agentActions.key,
  agentActions.back,
  agentActions.home,
  agentActions.recent,
  agentActions.open_app,
  agentActions.open_url,
  agentActions.wait,
  agentActions.FINISH,
  agentActions.ask_user,
  agentActions.mcp_call,
]);
export type AgentAction = z.infer<typeof AgentAction>;
