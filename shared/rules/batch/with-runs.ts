import { mostTaskRuns, type TaskRun } from "../../contracts/batch/task-runs.ts";

const place = ({ batchId, variant }: TaskRun): string => `${batchId} ${variant}`;

/** A task's runs, oldest first, with those of a batch in place of what it had before. */
export function withRuns(kept: readonly TaskRun[], added: readonly TaskRun[]): TaskRun[] {
  const again = new Set(added.map(place));
  const all = [...kept.filter((run) => !again.has(place(run))), ...added];
  return all
    .toSorted((one, other) => compared(one.at, other.at) || compared(place(one), place(other)))
    .slice(-mostTaskRuns);
}

const compared = (one: string, other: string): number => (one < other ? -1 : one > other ? 1 : 0);
