import { stepWords } from "#shared/actions/action-words.ts";
import type { Trajectory, TrajectoryStep } from "#shared/contracts/api/trajectory.ts";
import { isAgentsChoice } from "#shared/rules/agent-kind.ts";
import { detectLoop, type LoopStep } from "#shared/rules/steps/loop-detector.ts";
import { displayText } from "#shared/text/display-text.ts";

interface Pattern {
  readonly text: string;
  readonly stepNumber: number | undefined;
}

/** Waits are repeated for good reason, and nobody's fault. */
const counts = ({ actions, chosenBy }: TrajectoryStep): boolean =>
  isAgentsChoice(chosenBy) && actions.some(({ action }) => action.action !== "wait");

const loopStep = ({ actions, before, after, expect, outcome }: TrajectoryStep): LoopStep => ({
  action: actions.map(({ action }) => action),
  hashBefore: before.treeHash,
  hashAfter: (after ?? before).treeHash,
  target: actions.length === 1 ? actions[0]?.element : undefined,
  expect,
  missed: outcome?.ok === false,
});

/** The first place at which the agent's own loop detector would have spoken twice: a warning that did not help. */
export function findLoop(steps: readonly TrajectoryStep[]): Pattern | null {
  const own = steps.filter(counts);
  let warned = 0;
  for (let end = 2; end <= own.length; end += 1) {
    const finding = detectLoop(own.slice(Math.max(0, end - 40), end).map(loopStep));
    warned = finding === null ? 0 : warned + 1;
    if (finding === null || warned < 2) continue;
    const last = own[end - 1];
    const words = last === undefined ? "" : stepWords(last, true);
    return { text: `${finding.kind} ${finding.times} times: ${words}`, stepNumber: last?.stepNumber };
  }
  return null;
}

/** The longest row of steps that changed nothing, if it is long enough. */
export function longestIdleRun(steps: readonly TrajectoryStep[], least: number): Pattern | null {
  let best: readonly TrajectoryStep[] = [];
  let row: TrajectoryStep[] = [];
  for (const step of steps.filter(counts)) {
    row = step.screenChanged === false ? [...row, step] : [];
    if (row.length > best.length) best = row;
  }
  if (best.length < least) return null;
  return { text: `${best.length} steps without an effect`, stepNumber: best[0]?.stepNumber };
}

/** The error that came most often, of steps and of the farm, if it came so often. */
export function mostRepeatedError(
  steps: readonly TrajectoryStep[],
  errors: Trajectory["errors"],
  least: number,
): Pattern | null {
  const told = [
    ...steps.flatMap(({ outcome, stepNumber }) =>
      outcome === undefined || outcome.ok
        ? []
        : [{ stepNumber, code: outcome.errorCode ?? outcome.effect, message: outcome.message ?? "" }],
    ),
    ...errors.map(({ stepNumber, code, message }) => ({ stepNumber, code, message })),
  ];
  // Numbers in a message (ids, places, times) differ where the error does not.
  const groups = Map.groupBy(told, ({ code, message }) => `${code} ${message.replaceAll(/\d+/g, "#")}`);
  const [most = []] = [...groups.values()].toSorted((one, other) => other.length - one.length);
  const [first] = most;
  if (first === undefined || most.length < least) return null;
  const { stepNumber } = first;
  return {
    text: `${most.length} times ${displayText(`${first.code}: ${first.message}`, 300)}`,
    stepNumber: stepNumber > 0 ? stepNumber : undefined,
  };
}
