import type { ModelRole } from "#shared/contracts/agent/model-settings.ts";

/** Roles that answer a question by one tool call; the others choose actions, find places, describe apps or listen. */
export type AnsweringRole = Exclude<ModelRole, "agent" | "grounding" | "describer" | "speech">;

/** The tool by which each of them answers. */
export const answerTools = {
  planner: "submit_plan",
  verifier: "report_verification",
  progress: "report_progress",
  completion: "report_completion",
  recovery: "execute_plan",
  actor: "step_report",
  decomposer: "submit_subtasks",
  user: "answer_question",
} as const satisfies Readonly<Record<AnsweringRole, string>>;
