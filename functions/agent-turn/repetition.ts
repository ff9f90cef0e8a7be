import type { ActionCatalogue } from "#shared/agent/actions/action-catalogue.ts";
import type { Job } from "#shared/contracts/job.ts";
import type { Step } from "#shared/contracts/step.ts";
import { detectLoop } from "#shared/domain/loop-detector.ts";

/** How many turns in a row the agent may be told that it repeats itself before that is the end (docs/faults.md E4). */
const warnings = 5;

/** Waiting twice for something slow is no loop. */
export const isMeantToChange = ({ actions }: Step, catalogue: ActionCatalogue): boolean =>
  actions.some(({ action }) => catalogue.find(action.action)?.idle !== true);

/** On a fresh device the same has to be done again. */
export const sinceFresh = ({ lostSteps = 0 }: Pick<Job, "lostSteps">, history: readonly Step[]) =>
  history.filter((step) => step.stepNumber > lostSteps);

const findingAfter = (steps: readonly Step[], catalogue: ActionCatalogue) =>
  detectLoop(
    steps
      .filter((step) => isMeantToChange(step, catalogue))
      .map(({ actions, before, after }) => ({
        action: actions.map(({ action }) => action),
        hashBefore: before.treeHash,
        // A step that ended in an error shows no other screen.
        hashAfter: after?.treeHash ?? before.treeHash,
      })),
  );

/** For the next prompt, when the agent repeats itself. */
export const repetitionAdvice = (history: readonly Step[], catalogue: ActionCatalogue): string | undefined =>
  findingAfter(history, catalogue)?.advice;

export const isStuck = (history: readonly Step[], catalogue: ActionCatalogue): boolean =>
  history.length >= warnings &&
  Array.from({ length: warnings }, (_, back) => history.slice(0, history.length - back)).every(
    (steps) => findingAfter(steps, catalogue) !== null,
  );
