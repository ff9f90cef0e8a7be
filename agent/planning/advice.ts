/** What the agent is told of the planner's and of what went wrong. */
export interface Advice {
  readonly guidance?: { readonly planNumber: number; readonly text: string };
  /** The newest failures, oldest first. */
  readonly previousIssues: readonly string[];
}

export const noAdvice: Advice = { previousIssues: [] };
