import type { FieldPath, TaskProblem } from "../tasks/task-problem.ts";

const maxDepth = 30;
const maxParts = 3_000_000;

interface Open {
  readonly value: unknown;
  readonly key: string | number | null;
  readonly parent: Open | null;
  readonly depth: number;
}

/**
 * What no tasks file needs: names that reach a prototype, deep nesting, and more parts than a file of its size can hold (an anchor that
 * multiplies). Walks without recursion: the depth is the sender's.
 */
export function findTrap(root: unknown): TaskProblem | undefined {
  const open: Open[] = [{ value: root, key: null, parent: null, depth: 0 }];
  let parts = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { value, depth } = next;
    parts += 1;
    if (parts > maxParts)
      return trap(
        next,
        "holds more than 3,000,000 values",
        "Write fewer values, and no anchors that multiply.",
      );
    if (typeof value !== "object" || value === null) continue;
    if (depth >= maxDepth) return trap(next, `is nested deeper than ${maxDepth}`, "Write it flat.");
    const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, child] of entries) {
      const part = { value: child, key, parent: next, depth: depth + 1 };
      if (key === "__proto__") return trap(part, "is not allowed as a field name", "Remove it.");
      open.push(part);
    }
  }
  return undefined;
}

function trap(part: Open, message: string, remedy: string): TaskProblem {
  const path: (string | number)[] = [];
  for (let at: Open | null = part; at !== null; at = at.parent) if (at.key !== null) path.unshift(at.key);
  return { path: path satisfies FieldPath, at: "name", message, remedy };
}
