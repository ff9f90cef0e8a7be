import type { ActionCatalogue } from "#shared/agent/actions/action-catalogue.ts";
import { policedAction } from "#shared/agent/policed-action.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step.ts";
import { policyFacts } from "#shared/domain/policy/policy-facts.ts";
import { policyRefusal } from "#shared/domain/policy/policy-refusal.ts";

const denied = "PolicyDenied";

/** The step never became a command. */
export const isDenied = ({ outcome, deviceAction, after, before }: Step): boolean =>
  outcome?.errorCode === denied && deviceAction !== undefined && after?.capturedAt === before.capturedAt;

/**
 * The step as it was, or closed at once when the job's policy forbids what the model chose: it is kept and told to the model,
 * and no command is made of it (docs/security.md rule 1). The host asks again.
 */
export function denyStep(
  step: Step,
  { job, tree, actions }: { job: Job; tree: SemanticUITree | null; actions: ActionCatalogue },
): Step {
  const { deviceAction, before, predictedAt } = step;
  const definition = deviceAction === undefined ? undefined : actions.find(deviceAction.action);
  if (deviceAction === undefined || definition === undefined) return step;
  const facts = policyFacts(before.package, tree);
  const reason = policyRefusal(policedAction(definition, deviceAction), job.policy, facts);
  if (reason === null) return step;
  return {
    ...step,
    outcome: { ok: false, effect: "none", message: reason.slice(0, 1_000), errorCode: denied, retries: 0 },
    after: before,
    performedAt: predictedAt,
    verifiedAt: predictedAt,
    screenChanged: false,
    feedback:
      "Nothing was done. What the policy forbids stays forbidden: do the task in another way, or end it.",
  };
}
