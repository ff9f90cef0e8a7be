import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { ReplayFacts } from "#shared/contracts/api/trajectory.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { screenFacts } from "../targets/screen-facts.ts";
import { recordAction } from "./record-action.ts";

interface Screens {
  /** Null when it is not stored. */
  readonly before: SemanticUITree | null;
  readonly after: SemanticUITree | null;
}

/** What it takes to do the step again, from the screens that it was between. */
export const replayFacts = (step: Step, screens: Screens, catalogue: ActionCatalogue): ReplayFacts => ({
  actions: step.actions.map((action) => recordAction(action, screens.before, catalogue)),
  before: screenFacts(step.before, screens.before),
  ...(step.after === undefined ? {} : { after: screenFacts(step.after, screens.after) }),
});
