/** One step as the detector sees it. */
export interface LoopStep {
  /** Any value that is equal for equal actions; compared as JSON. */
  readonly action: unknown;
  readonly hashBefore: string;
  readonly hashAfter: string;
}

export interface LoopFinding {
  readonly kind: "same-action" | "no-effect" | "cycle";
  /** How often in a row. */
  readonly times: number;
  /** For the model's next turn. */
  readonly advice: string;
}

const sameActionTimes = 2;
const noEffectSteps = 4;
const cycleTimes = 3;
const longestCycle = 4;

/** How many of the newest items satisfy the predicate without a break. */
function runLength<T>(items: readonly T[], holds: (item: T) => boolean): number {
  const breakAt = items.findLastIndex((item) => !holds(item));
  return items.length - 1 - breakAt;
}

/** The shortest period (2 to 4 steps) that the newest steps have gone through `cycleTimes` times. */
function cyclePeriod(keys: readonly string[]): number | undefined {
  for (let period = 2; period <= longestCycle; period += 1) {
    const window = keys.slice(-period * cycleTimes);
    if (window.length < period * cycleTimes) return undefined;
    if (window.every((key, index) => key === window[index % period])) return period;
  }
  return undefined;
}

/** Says when the agent repeats itself without effect, or goes round in a circle (docs/faults.md E4); oldest step first. */
export function detectLoop(steps: readonly LoopStep[]): LoopFinding | null {
  const last = steps.at(-1);
  if (last === undefined) return null;
  const actions = steps.map((step) => JSON.stringify(step.action));
  const lastAction = actions.at(-1);
  const idle = runLength(steps, (step) => step.hashBefore === step.hashAfter);
  const repeated = Math.min(
    idle,
    runLength(actions, (action) => action === lastAction),
  );
  if (repeated >= sameActionTimes) {
    return {
      kind: "same-action",
      times: repeated,
      advice: `You did the same action ${repeated} times and the screen did not change. It has no effect here: do something else.`,
    };
  }
  if (idle >= noEffectSteps) {
    return {
      kind: "no-effect",
      times: idle,
      advice: `Your last ${idle} actions did not change the screen. Go back, scroll, or take another way to the goal.`,
    };
  }
  const period = cyclePeriod(steps.map((step, index) => `${actions[index]} ${step.hashBefore}`));
  if (period === undefined) return null;
  return {
    kind: "cycle",
    times: cycleTimes,
    advice: `You have gone through the same ${period} actions ${cycleTimes} times. Take another way, or finish with status infeasible and say why.`,
  };
}
