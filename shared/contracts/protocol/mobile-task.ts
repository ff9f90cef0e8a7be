import * as z from "zod";
import { SafeText } from "../safe-text.ts";
import { UIAction } from "./ui-action.ts";

/** A task for one device in the protocol's terms (docs/spec.md A3); the public API's own form is JobRequest. */
export const MobileTaskRequest = z.strictObject({
  task_id: z.string().min(1).max(100),
  ai_prompt: SafeText.min(1).max(4_000),
  device_id: z.string().min(1).max(130),
  /** Other kinds of device are refused (docs/spec.md A2). */
  device: z.literal("mobile").default("mobile"),
  max_steps: z.int().min(1).max(200).default(5),
  timeout_seconds: z.int().min(1).max(7_200).default(30),
});
export type MobileTaskRequest = z.infer<typeof MobileTaskRequest>;

export const MobileTaskResult = z.strictObject({
  task_id: z.string(),
  status: z.enum(["success", "failed", "timeout", "cancelled"]),
  steps_taken: z.int().min(0),
  actions_executed: z.array(UIAction),
  completion_reason: z.string(),
});
export type MobileTaskResult = z.infer<typeof MobileTaskResult>;
