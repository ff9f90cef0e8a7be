import type { TaskInstance } from "./task-instances.ts";
import type { TaskProblem } from "./task-problem.ts";

/** Each prerequisite is a task of the file, is repeated as often, and leads round in no circle. */
export function checkPrerequisites(instances: readonly TaskInstance[]): readonly TaskProblem[] {
  const byId = new Map(instances.map((instance) => [instance.id, instance]));
  const sound = new Set<TaskInstance>();
  return instances.flatMap((instance) => {
    const { prerequisite } = instance;
    if (prerequisite === undefined) return [];
    const before = byId.get(prerequisite);
    if (before === undefined) return [unknownTask(instance, prerequisite, instances)];
    if (before.repeat < instance.repeat) return [lessRepeated(instance, before)];
    return goesRound(instance, byId, sound) ? [circle(instance, prerequisite)] : [];
  });
}

/** What was found sound once is not followed again: a chain of 100,000 is followed once. */
function goesRound(
  start: TaskInstance,
  byId: ReadonlyMap<string, TaskInstance>,
  sound: Set<TaskInstance>,
): boolean {
  const followed = new Set<TaskInstance>();
  let next: TaskInstance | undefined = start;
  while (next !== undefined && !sound.has(next)) {
    if (followed.has(next)) return true;
    followed.add(next);
    next = next.prerequisite === undefined ? undefined : byId.get(next.prerequisite);
  }
  for (const instance of followed) sound.add(instance);
  return false;
}

const problem = ({ index }: TaskInstance, value: string, message: string, remedy: string): TaskProblem => ({
  path: ["tasks", index, "prerequisite"],
  at: "value",
  message,
  remedy,
  value,
});

function unknownTask(instance: TaskInstance, value: string, all: readonly TaskInstance[]): TaskProblem {
  const made = all.filter(({ fileId }) => fileId === value);
  if (made.length === 0)
    return problem(instance, value, "is not a task of this file", "Give the id of another task.");
  const some = made.slice(0, 3).map(({ id }) => `'${id}'`);
  return problem(
    instance,
    value,
    `is ${made.length} tasks, one for each of its parameters' values`,
    `Name one, such as ${some.join(" or ")}; {{name}} may be part of it.`,
  );
}

const lessRepeated = (instance: TaskInstance, before: TaskInstance): TaskProblem =>
  problem(
    instance,
    before.id,
    `is repeated ${before.repeat} times, this task ${instance.repeat}: each repetition needs its own`,
    `Give '${before.fileId}' 'repeat: ${instance.repeat}' or more.`,
  );

const circle = (instance: TaskInstance, value: string): TaskProblem =>
  problem(instance, value, "is circular", "Remove one of the prerequisites.");
