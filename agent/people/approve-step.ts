import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import { actionWords } from "#shared/actions/action-words.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { policedAction } from "#shared/rules/policy/policed-action.ts";
import { displayText } from "#shared/text/display-text.ts";
import { approvalNeeded } from "../policy/approval-needed.ts";
import { deniedStep } from "./deny-step.ts";

interface Proposing {
  readonly job: Job;
  readonly tree: SemanticUITree | null;
  readonly actions: ActionCatalogue;
}

/** Why a person must say yes before the step is done; whoever chose it. */
function approvalReasons(step: Step, { job, tree, actions }: Proposing): readonly string[] {
  const { approve } = job.policy;
  const reasons = step.actions.flatMap((chosen) => {
    const action = chosen.deviceAction ?? chosen.action;
    const definition = actions.find(action.action);
    return definition === undefined
      ? []
      : approvalNeeded(
          { policed: policedAction(definition, action), chosen, tree, package: step.before.package },
          approve,
        );
  });
  return [...new Set(reasons)].slice(0, 10);
}

/** The step as it was, or with what a person must say yes to. One that ended already is not proposed. */
export function proposeStep(step: Step, proposing: Proposing): Step {
  if (step.outcome !== undefined) return step;
  const because = approvalReasons(step, proposing);
  return because.length === 0 ? step : { ...step, approval: { because: [...because] } };
}

/** For who cannot wait for a yes: what needs one is not done. */
export function denyUnapproved(step: Step, proposing: Proposing): Step {
  if (step.outcome !== undefined) return step;
  const because = approvalReasons(step, proposing);
  if (because.length === 0) return step;
  return deniedStep(
    step,
    `This job asks a person before (${because.join("; ")}), and a recovery cannot wait for one.`,
  );
}

/** What it is about to do, in words; names on the screen are the device's words. */
export const proposedWords = ({ actions }: Pick<Step, "actions">): string[] =>
  actions.map(({ action, element }) => displayText(actionWords(action, element), 400));
