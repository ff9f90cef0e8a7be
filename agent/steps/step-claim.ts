import { finish } from "#shared/actions/built-in/finish.ts";
import { AgentClaim } from "#shared/contracts/agent/agent-claim.ts";
import type { Step, StepAction } from "#shared/contracts/step/step.ts";

/** The step only says that the agent ends: no host has a part in it. */
export const isClaim = ({ actions }: Pick<Step, "actions">): boolean =>
  actions[0]?.action.action === finish.name;

/** What the agent claims with its last action, whether or not that counts yet. */
export function claimOf({ actions }: { readonly actions: readonly StepAction[] }): AgentClaim | undefined {
  const last = actions.at(-1)?.action;
  if (last?.action !== finish.name) return undefined;
  const { action: _, ...claim } = last;
  return AgentClaim.parse(claim);
}

/**
 * The claim that counts: made alone, or after actions that were all done, and not rejected by a check, nor by the chain. One after an action
 * that went wrong was made on a screen that never came.
 */
export function standingClaim(step: Step): AgentClaim | undefined {
  if (step.completionCheck?.accepted === false || step.chain?.vetoedBy !== undefined) return undefined;
  return isClaim(step) || (step.outcome?.ok === true && step.errorId === undefined)
    ? claimOf(step)
    : undefined;
}
