import type { TaskRun } from "../../contracts/batch/task-runs.ts";
import { grouped } from "./ended-run.ts";

/** How a task's result goes to and fro. */
export interface FlipFigures {
  /** Runs with a result. */
  readonly runs: number;
  /** Neighbours of one variant whose results differ, and runs whose own repetitions or attempts do. */
  readonly changes: number;
  /** The number of possible changes. */
  readonly of: number;
  /** Null where none could. */
  readonly flipRate: number | null;
}

/** Most of its repetitions succeeded; half of them is not most. */
export const mostlySucceeded = ({ runs, successes }: Pick<TaskRun, "runs" | "successes">): boolean =>
  successes / runs > 0.5;

/** Of runs that are oldest first. */
export function flipFigures(runs: readonly TaskRun[]): FlipFigures {
  const counted = runs.filter((run) => run.runs > 0);
  let [changes, of] = [0, 0];
  for (const some of grouped(counted, ({ variant }) => variant).values())
    for (const [index, run] of some.entries()) {
      const before = some[index - 1];
      if (before !== undefined) {
        of += 1;
        if (mostlySucceeded(before) !== mostlySucceeded(run)) changes += 1;
      }
      if (run.runs > 1 || run.mixed) of += 1;
      if (run.mixed) changes += 1;
    }
  return { runs: counted.length, changes, of, flipRate: of === 0 ? null : changes / of };
}

const leastRuns = 4;
const leastChanges = 3;
const leastRate = 0.2;
/** Old runs do not count. */
export const lately = 20;

/** Worth a place on the list of flaky tasks: it changed its result at least three times, and in a fifth of the chances it had. */
export function isCandidate(runs: readonly TaskRun[]): boolean {
  const { runs: counted, changes, flipRate } = flipFigures(runs.slice(-lately));
  return counted >= leastRuns && changes >= leastChanges && (flipRate ?? 0) >= leastRate;
}
