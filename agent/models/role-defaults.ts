import type { Effort, ModelRole } from "#shared/contracts/agent/model-settings.ts";

export interface RoleDefault {
  readonly maxTokens: number;
  readonly timeoutSeconds: number;
  readonly effort?: Effort;
  /** Its model, where nobody names one: the agent's, or the small one of its provider. */
  readonly model: "agent" | "small";
}

/** Thinking counts too: less than this cuts replies of models that think of themselves. */
const maxTokens = 4_096;

/**
 * What a role has where neither the job nor the project's config says anything. From docs/spec.md R2: progress and completion
 * as the fast agent, verification small and fixed, a plan may take 25 seconds.
 */
export const roleDefaults = {
  agent: { model: "agent", maxTokens, timeoutSeconds: 30 },
  planner: { model: "agent", maxTokens: 8_192, timeoutSeconds: 25 },
  verifier: { model: "small", maxTokens, timeoutSeconds: 30, effort: "low" },
  progress: { model: "agent", maxTokens, timeoutSeconds: 30 },
  completion: { model: "agent", maxTokens, timeoutSeconds: 30 },
  grounding: { model: "agent", maxTokens, timeoutSeconds: 30 },
  describer: { model: "small", maxTokens, timeoutSeconds: 20, effort: "low" },
  recovery: { model: "agent", maxTokens, timeoutSeconds: 30 },
  actor: { model: "agent", maxTokens, timeoutSeconds: 30 },
  decomposer: { model: "agent", maxTokens, timeoutSeconds: 25 },
  user: { model: "agent", maxTokens, timeoutSeconds: 30 },
  // Its model is chosen by models/speech-models.ts; preparing a job may take 25 seconds in all.
  speech: { model: "small", maxTokens: 1_024, timeoutSeconds: 15 },
} as const satisfies Readonly<Record<ModelRole, RoleDefault>>;
