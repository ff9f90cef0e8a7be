import * as z from "zod";
import { Coordinate } from "../values/coordinate.ts";
import { JsonValue } from "../values/json-value.ts";
import { SafeText } from "../values/safe-text.ts";
import { SemanticUITree } from "./semantic-ui-tree.ts";

const common = {
  action_id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9_.:-]+$/),
  /** How often it is tried again when it is known to have failed. */
  max_retries: z.int().min(0).max(5).default(0),
};
const element_id = z.int().min(0).max(199);

/** One primitive on one device (docs/spec.md A3, A5): the body of `POST /device/{id}/execute`. */
export const UIAction = z.discriminatedUnion("action_type", [
  z.strictObject({ ...common, action_type: z.literal("click"), element_id }),
  z.strictObject({ ...common, action_type: z.literal("long_click"), element_id }),
  z.strictObject({ ...common, action_type: z.literal("double_click"), element_id }),
  z.strictObject({
    ...common,
    action_type: z.literal("type"),
    element_id: element_id.optional(),
    text: SafeText.min(1).max(4_000),
  }),
  z.strictObject({
    ...common,
    action_type: z.literal("scroll"),
    element_id: element_id.optional(),
    direction: z.enum(["up", "down", "left", "right"]),
  }),
  z.strictObject({ ...common, action_type: z.literal("wait"), duration_ms: z.int().min(1).max(10_000) }),
  z.strictObject({
    ...common,
    action_type: z.literal("global_action"),
    global_action: z.enum(["HOME", "BACK", "RECENTS", "POWER"]),
  }),
]);
export type UIAction = z.infer<typeof UIAction>;

/**
 * A UIAction as a task did it, with the id of the element that it met on the screen before its step. Without one it met none that is
 * listed, and the coordinate says where. What the protocol has no word for, such as `open_app`, has Drover's name and parameters.
 */
export const ExecutedAction = z
  .object({
    action_id: common.action_id,
    action_type: z.string().min(1).max(60),
    element_id: element_id.optional(),
    coordinate: Coordinate.optional(),
  })
  .catchall(JsonValue)
  .meta({ id: "ExecutedAction" });
export type ExecutedAction = z.infer<typeof ExecutedAction>;

/** The answer: what happened and the screen afterwards. */
export const ActionResult = z.strictObject({
  action_id: z.string(),
  success: z.boolean(),
  error: z.string().optional(),
  execution_time_ms: z.number(),
  retries: z.int(),
  new_tree: SemanticUITree.nullable(),
  /** Why there is no `new_tree`. */
  tree_unavailable: z.string().optional(),
});
export type ActionResult = z.infer<typeof ActionResult>;
