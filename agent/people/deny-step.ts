import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { aimedElements } from "#shared/rules/policy/aimed-elements.ts";
import { policedAction } from "#shared/rules/policy/policed-action.ts";
import { addressBarOf, policyFacts } from "#shared/rules/policy/policy-facts.ts";
import { policyRefusal } from "#shared/rules/policy/policy-refusal.ts";

const denied = "PolicyDenied";

/** The step never became a command. */
export const isDenied = ({ outcome, after, before }: Step): boolean =>
  outcome?.errorCode === denied && outcome.effect === "none" && after?.capturedAt === before.capturedAt;

/**
 * The step as it was, or closed at once when the job's policy forbids anything that the model chose: it is kept and told to the model,
 * and no command is made of it (docs/security.md rule 1). The host asks again.
 */
export function denyStep(
  step: Step,
  { job, tree, actions }: { job: Job; tree: SemanticUITree | null; actions: ActionCatalogue },
): Step {
  const { before } = step;
  const bar = addressBarOf(tree);
  const reasons = step.actions.map(({ action: chosen, deviceAction }) => {
    const action = deviceAction ?? chosen;
    const definition = actions.find(action.action);
    if (definition === undefined || (deviceAction === undefined && definition.kind !== "talk")) return null;
    const facts = policyFacts(before.package, bar, aimedElements(action, tree, chosen));
    return policyRefusal(policedAction(definition, action), job.policy, facts);
  });
  const reason = reasons.find((each) => each !== null);
  return reason === undefined ? step : deniedStep(step, reason);
}

const forbidden =
  "Nothing was done. What the policy forbids stays forbidden: do the task in another way, or end it.";
const vetoed = "Nothing was done. Choose something else that takes the objection into account.";

/** The step as it was, or closed undone because an agent of the chain would not have it (docs/spec.md I9.3). */
export function vetoStep(step: Step): Step {
  const { vetoedBy, proposals = [] } = step.chain ?? {};
  if (vetoedBy === undefined) return step;
  const said = proposals.find(({ by, kind }) => by === vetoedBy && kind === "veto")?.says ?? "";
  return deniedStep(step, `Agent '${vetoedBy}' vetoed it${said === "" ? "." : `: ${said}`}`, vetoed);
}

/** The step closed undone. */
export function deniedStep(step: Step, reason: string, feedback = forbidden): Step {
  const { before, predictedAt } = step;
  return {
    ...step,
    outcome: { ok: false, effect: "none", message: reason.slice(0, 1_000), errorCode: denied, retries: 0 },
    after: before,
    performedAt: predictedAt,
    verifiedAt: predictedAt,
    screenChanged: false,
    feedback,
  };
}
