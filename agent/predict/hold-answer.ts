import type { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { AnswerSchema } from "#shared/contracts/job/answer-schema.ts";

/**
 * Checks the agent's answer against the job's schema, if it has one. Loaded late, because the checker is as large as a function and few jobs need it.
 * @throws ValidationError, which the model is told once
 */
export async function holdAnswer(
  claim: AgentClaim | undefined,
  schema: AnswerSchema | undefined,
): Promise<void> {
  if (claim === undefined || schema === undefined) return;
  const { checkAnswer } = await import("../replies/answer-form.ts");
  checkAnswer(claim, schema);
}
