import type { Services } from "#agent/runtime/services.ts";

/** In words, that executions from then may be gone or set back to where they were some time earlier; null: nothing says so. */
export function damageBefore(
  createdAt: string,
  { condition: { damage } }: Pick<Services, "condition">,
): string | null {
  if (damage === null || Date.parse(createdAt) > damage.foundAt.getTime()) return null;
  return `the engine's journal was damaged when the farm was started at ${damage.foundAt.toISOString()}`;
}
