import * as z from "zod";
import { SafeText } from "../values/safe-text.ts";
import { SemanticUITree } from "./semantic-ui-tree.ts";

const common = {
  action_id: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[A-Za-z0-9_.:-]+$/),
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

/** The answer: what happened and the screen afterwards. */
export const ActionResult = z.strictObject({
  action_id: z.string(),
  success: z.boolean(),
  error: z.string().optional(),
  execution_time_ms: z.number(),
  retries: z.int(),
  new_tree: SemanticUITree.nullable(),
});
export type ActionResult = z.infer<typeof ActionResult>;
