import { countPattern, limitNames } from "#shared/contracts/batch/tasks-file.ts";
import type { TaskPart } from "./merge-parts.ts";

const factors: Readonly<Record<string, number>> = { k: 1_000, M: 1_000_000 };

const counted = (value: unknown): unknown =>
  typeof value === "string" && countPattern.test(value)
    ? Math.round(Number(value.slice(0, -1)) * (factors[value.slice(-1)] ?? 1))
    : value;

const jobsName = (name: string): string =>
  Object.hasOwn(limitNames, name) ? limitNames[name as keyof typeof limitNames] : name;

/** A task's limits under the names that a job knows, `500k` as a number. */
export const limitsOf = (limits: TaskPart): TaskPart =>
  Object.fromEntries(Object.entries(limits).map(([name, value]) => [jobsName(name), counted(value)]));

/** A limit that is named twice, by its two names. */
export function doubledLimit(limits: TaskPart): string | undefined {
  const names = Object.keys(limits).map(jobsName);
  return Object.keys(limits).find(
    (name) => jobsName(name) !== name && names.filter((n) => n === jobsName(name)).length > 1,
  );
}

/** The names that a limit may have been written by. */
export const writtenLimit = (name: string): readonly string[] => [
  name,
  ...Object.entries(limitNames).flatMap(([alias, real]) => (real === name ? [alias] : [])),
];
