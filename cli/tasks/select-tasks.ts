import { posix } from "node:path";
import type { TaskInstance } from "./task-instances.ts";

export interface TaskSelection {
  /** Globs over ids, as the file has them or with their parameters' values; absent: all. */
  readonly task?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  /** The first tasks of the remaining ones. */
  readonly limit?: number | undefined;
}

export interface Selected {
  readonly chosen: readonly TaskInstance[];
  /** Those that nobody asked for: what is chosen needs them. */
  readonly needed: readonly string[];
}

/** The tasks that are asked for and those that must succeed before them, in their order. */
export function selectTasks(all: readonly TaskInstance[], selection: TaskSelection): Selected {
  const { task, exclude = [], limit = Number.POSITIVE_INFINITY } = selection;
  const matches = (instance: TaskInstance, globs: readonly string[]): boolean =>
    globs.some((glob) => posix.matchesGlob(instance.id, glob) || posix.matchesGlob(instance.fileId, glob));
  const asked = all.filter(
    (instance) => (task === undefined || matches(instance, task)) && !matches(instance, exclude),
  );
  const wanted = new Set(asked.slice(0, limit));
  const byId = new Map(all.map((instance) => [instance.id, instance]));
  const needed: string[] = [];
  for (const instance of wanted) {
    const before = instance.prerequisite === undefined ? undefined : byId.get(instance.prerequisite);
    if (before === undefined || wanted.has(before)) continue;
    wanted.add(before);
    needed.push(before.id);
  }
  return { chosen: all.filter((instance) => wanted.has(instance)), needed };
}
