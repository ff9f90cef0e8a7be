/** One step as the detector sees it. */
export interface LoopStep {
  /** Any value that is equal for equal actions; compared as JSON. */
  readonly action: unknown;
  readonly hashBefore: string;
  readonly hashAfter: string;
  /** What it was aimed at, by its name; wherever on it a tap went. */
  readonly target?: string | undefined;
  /** What was to come of it, in the agent's words. */
  readonly expect?: string | undefined;
  /** It is known not to have done what was meant, though the screen may have changed. */
  readonly missed?: boolean | undefined;
}

export interface LoopFinding {
  readonly kind: "same-action" | "same-goal" | "no-effect" | "cycle";
  /** How often in a row; of a cycle, how many rounds. */
  readonly times: number;
  /** Of a cycle: the steps of one round; else 1. */
  readonly period: number;
  /** For the model's next turn. */
  readonly advice: string;
}

const sameActionTimes = 2;
const sameGoalTimes = 3;
const noEffectSteps = 4;
const longestCycle = 12;
/** A way that leads back to the same screens, action for action, is no accident the second time. */
const toldRounds = 2;
/** Rounds that are looked back on. */
const mostRounds = 4;
/** So many steps may lie between the tries of one goal. */
const goalWindow = 10;

/** How many of the newest items satisfy the predicate without a break. */
function runLength<T>(items: readonly T[], holds: (item: T) => boolean): number {
  const breakAt = items.findLastIndex((item) => !holds(item));
  return items.length - 1 - breakAt;
}

/**
 * The round of the newest steps that were all done before on the same screens, with how often; other steps may lie between the
 * rounds.
 */
function cycleOf(all: readonly string[]): { readonly period: number; readonly times: number } | undefined {
  const keys = all.slice(-longestCycle * mostRounds);
  const before = keys.slice(0, -1).lastIndexOf(keys.at(-1) ?? "");
  const period = keys.length - 1 - before;
  if (before < 0 || period < 2 || period > longestCycle) return undefined;
  const times = Math.min(...keys.slice(-period).map((key) => keys.filter((other) => other === key).length));
  return times < toldRounds ? undefined : { period, times };
}

const isIdle = ({ hashBefore, hashAfter }: LoopStep): boolean => hashBefore === hashAfter;
const spoken = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim();

/** How often the newest step's goal was tried in vain: at other places of one element, or by other ways to what it expects. */
function sameGoal(steps: readonly LoopStep[], last: LoopStep): number | undefined {
  const { target, expect } = last;
  if (target !== undefined) {
    const times = runLength(steps, (step) => isIdle(step) && step.target === target);
    if (times >= sameGoalTimes) return times;
  }
  if (expect === undefined || spoken(expect) === "") return undefined;
  const isVain = (step: LoopStep): boolean => isIdle(step) || step.missed === true;
  if (!isVain(last)) return undefined;
  const tries = steps
    .slice(-goalWindow)
    .filter((step) => isVain(step) && step.expect !== undefined && spoken(step.expect) === spoken(expect));
  return tries.length < sameGoalTimes ? undefined : tries.length;
}

/** Says when the agent repeats itself without effect, or goes round in a circle (docs/faults.md E4); oldest step first. */
export function detectLoop(steps: readonly LoopStep[]): LoopFinding | null {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const actions = steps.map((step) => JSON.stringify(step.action));
  const lastAction = actions.at(-1);
  const idle = runLength(steps, isIdle);
  const repeated = Math.min(
    idle,
    runLength(actions, (action) => action === lastAction),
  );
  if (repeated >= sameActionTimes) {
    return {
      kind: "same-action",
      times: repeated,
      period: 1,
      advice: `You did the same action ${repeated} times and the screen did not change. It has no effect here: do something else.`,
    };
  }
  const tries = sameGoal(steps, last);
  if (tries !== undefined) {
    return {
      kind: "same-goal",
      times: tries,
      period: 1,
      advice: `You tried for the same thing ${tries} times in different ways, and it did not come. Take a way that does not lead over it.`,
    };
  }
  if (idle >= noEffectSteps) {
    return {
      kind: "no-effect",
      times: idle,
      period: 1,
      advice: `Your last ${idle} actions did not change the screen. Go back, scroll, or take another way to the goal.`,
    };
  }
  const cycle = cycleOf(steps.map((step, index) => `${actions[index]} ${step.hashBefore}`));
  if (cycle === undefined) return null;
  const { period, times } = cycle;
  return {
    kind: "cycle",
    times,
    period,
    advice: `You have gone through the same ${period} actions on the same screens ${times} times. Take another way, or finish with status infeasible and say why.`,
  };
}
