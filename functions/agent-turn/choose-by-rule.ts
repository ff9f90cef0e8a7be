import type { Step } from "#shared/contracts/step.ts";
import { retryStep } from "./retry-step.ts";
import type { SupervisedTurn } from "./supervised-turn.ts";
import { unstickStep } from "./unstick-step.ts";

/** A step for which no model need be asked; null: the agent is asked. */
export async function chooseByRule({
  input,
  state,
  supervision,
  runtime,
}: Omit<SupervisedTurn, "agent">): Promise<Step | null> {
  const retry = supervision.retry ? await retryStep(input, state, runtime) : null;
  return retry ?? (supervision.recovery ? unstickStep(input, state, runtime) : null);
}
