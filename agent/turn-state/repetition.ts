import type { ActionCatalogue } from "#shared/actions/action-catalogue.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { SemanticUITree } from "#shared/contracts/protocol/semantic-ui-tree.ts";
import type { Step } from "#shared/contracts/step/step.ts";
import { isAgentsChoice } from "#shared/rules/agent-kind.ts";
import { detectLoop, type LoopFinding, type LoopStep } from "#shared/rules/steps/loop-detector.ts";
import { elementName } from "#shared/screen/element-label.ts";
import type { StagnationStep } from "../planning/stagnation.ts";
import { aimedAt } from "../verification/step-scene.ts";

/** How many turns in a row the agent may be told that it repeats itself before that is the end (docs/faults.md E4). */
const warnings = { first: 5, afterRecovery: 2 } as const;
/** A round that comes the third time is not told again. */
const lastRound = 3;

/** Waiting twice for something slow is no loop. */
export const isMeantToChange = ({ actions }: Pick<Step, "actions">, catalogue: ActionCatalogue): boolean =>
  actions.some(({ action }) => catalogue.find(action.action)?.idle !== true);

type OnDevice = Pick<Job, "lostSteps">;

const onThisDevice = ({ lostSteps = 0 }: OnDevice, history: readonly Step[]): readonly Step[] =>
  history.filter(({ stepNumber }) => stepNumber > lostSteps);

/** On a fresh device, or on one that was recovered, the same has to be done again. */
export const sinceFresh = ({ lostSteps = 0 }: OnDevice, history: readonly Step[]) => {
  const recovered = history.findLast(({ chosenBy }) => chosenBy === "recovery")?.stepNumber ?? 0;
  return history.filter(({ stepNumber }) => stepNumber > Math.max(lostSteps, recovered));
};

/** What rules or recovery did is not the agent's repeating itself, nor is what a person's hand made of its step. */
const isOwnChoice = ({ chosenBy, interventions = [] }: Step): boolean =>
  isAgentsChoice(chosenBy) && interventions.length === 0;

/** A step that was meant to change something, with the screens before and after it. */
export interface MovingStep extends StagnationStep {
  readonly step: Step;
}

/** What came while the agent waited came of what it had done before: waits are part of the step before them. */
export function movingSteps(history: readonly Step[], catalogue: ActionCatalogue): readonly MovingStep[] {
  const moving: MovingStep[] = [];
  for (const step of history) {
    // A step that ended in an error shows no other screen.
    const hashAfter = step.after?.treeHash ?? step.before.treeHash;
    const last = moving.at(-1);
    if (isMeantToChange(step, catalogue)) moving.push({ step, hashBefore: step.before.treeHash, hashAfter });
    else if (last !== undefined) moving[moving.length - 1] = { ...last, hashAfter };
  }
  return moving;
}

interface Seen {
  readonly treeHash: string;
  readonly tree: SemanticUITree | null;
}

/** Where a tap went, by name: as the model aimed it, or as the screen shows that has not changed since. */
function targetOf({ step }: MovingStep, seen: Seen | undefined): string | undefined {
  const [only, ...others] = step.actions;
  if (only === undefined || others.length > 0) return undefined;
  if (only.element !== undefined) return only.element;
  if (seen === undefined || seen.treeHash !== step.before.treeHash) return undefined;
  const target = aimedAt(only, { observation: step.before, tree: seen.tree });
  return target === undefined ? undefined : elementName(target);
}

const loopStep = (moving: MovingStep, seen: Seen | undefined): LoopStep => ({
  ...moving,
  action: moving.step.actions.map(({ action }) => action),
  target: targetOf(moving, seen),
  expect: moving.step.expect,
  missed: moving.step.verification?.verdict === "failed",
});

function findingAfter(steps: readonly Step[], catalogue: ActionCatalogue, seen?: Seen): LoopFinding | null {
  const own = movingSteps(steps, catalogue).filter(({ step }) => isOwnChoice(step));
  return detectLoop(own.map((moving) => loopStep(moving, seen)));
}

/** How the agent repeats itself, for the next prompt; null when it does not. */
export const repetition = (
  history: readonly Step[],
  catalogue: ActionCatalogue,
  seen: Seen,
): LoopFinding | null => findingAfter(history, catalogue, seen);

/** It repeats itself after several warnings, for a third round, or in the same way after a recovery. */
export function isStuck(job: OnDevice, history: readonly Step[], catalogue: ActionCatalogue): boolean {
  const steps = sinceFresh(job, history);
  const now = findingAfter(steps, catalogue);
  if (now === null) return isBackInLoop(job, history, catalogue);
  if (now.kind === "cycle" && now.times >= lastRound) return true;
  const isRecovered = steps.length < onThisDevice(job, history).length;
  const most = isRecovered ? warnings.afterRecovery : warnings.first;
  const turns = steps.flatMap((step, index) => (isOwnChoice(step) ? [index + 1] : [])).slice(-most);
  const isWarned =
    turns.length === most && turns.every((end) => findingAfter(steps.slice(0, end), catalogue) !== null);
  return isWarned || isBackInLoop(job, history, catalogue);
}

/** What the agent did since a recovery is what it did again and again before: another recovery would not help either. */
export function isBackInLoop(job: OnDevice, history: readonly Step[], catalogue: ActionCatalogue): boolean {
  const steps = sinceFresh(job, history);
  const all = onThisDevice(job, history);
  if (steps.length === all.length) return false;
  const finding = findingAfter(all, catalogue);
  if (finding === null) return false;
  const { times, period } = finding;
  const own = movingSteps(steps, catalogue).filter(({ step }) => isOwnChoice(step)).length;
  return times >= lastRound && own >= Math.max(2, period) && own < times * period;
}
