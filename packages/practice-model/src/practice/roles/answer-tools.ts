/** The tool by which each role answers that a prompt may be for. */
export const answerTools = {
  planner: "submit_plan",
  verifier: "report_verification",
  progress: "report_progress",
  completion: "report_completion",
  recovery: "execute_plan",
  actor: "step_report",
  decomposer: "submit_subtasks",
  user: "answer_question",
} as const;

export type AnsweringRole = keyof typeof answerTools;

export const answeringRoles = Object.keys(answerTools) as readonly AnsweringRole[];

/** Undefined for a tool that is no role's answer. */
export const roleAnsweringBy = (tool: string): AnsweringRole | undefined =>
  answeringRoles.find((role) => answerTools[role] === tool);
