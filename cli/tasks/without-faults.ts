import { isTaskPart, type TaskPart } from "./merge-parts.ts";
import type { FieldPath } from "./task-problem.ts";

/** Below these a part cannot be left out without moving or changing the others. */
const deepest: Readonly<Record<string, number>> = { tasks: 3, variants: 1 };
const otherDeepest = 2;

/**
 * A tasks file without the parts at `faults`, so that the rest of it can be looked at too and all that is wrong is said at once.
 * Null when it has no task that could be.
 */
export function withoutFaults(value: unknown, faults: readonly FieldPath[]): TaskPart | null {
  if (!isTaskPart(value) || faults.some((path) => path.length === 0)) return null;
  const copy: Record<string, unknown> = structuredClone(value);
  for (const path of faults) leaveOut(copy, path.slice(0, deepest[String(path[0])] ?? otherDeepest));
  const { tasks } = copy;
  if (!Array.isArray(tasks)) return null;
  const lacksIds = faults.some(
    ([top, , field]) => top === "tasks" && (field === undefined || field === "id"),
  );
  for (const [index, task] of tasks.entries()) tasks[index] = standIn(task, index, lacksIds);
  return copy;
}

function leaveOut(value: unknown, path: FieldPath): void {
  const [key, ...rest] = path;
  if (typeof value !== "object" || value === null || key === undefined) return;
  if (rest.length > 0) leaveOut(Reflect.get(value, key), rest);
  else if (Array.isArray(value)) value[Number(key)] = {};
  else Reflect.deleteProperty(value, key);
}

/** Whom a task waits for cannot be told while a task has no id of its own. */
function standIn(task: unknown, index: number, lacksIds: boolean): unknown {
  if (!isTaskPart(task)) return task;
  const { prerequisite, id = `the-task-at-place-${index + 1}`, ...rest } = task;
  return { ...rest, id, ...(lacksIds || prerequisite === undefined ? {} : { prerequisite }) };
}
