import type { Services } from "#agent/runtime/services.ts";

/** Describes damage after which executions from then may be lost or set back; null: none is known. */
export function damageBefore(
  createdAt: string,
  { condition: { damage } }: Pick<Services, "condition">,
): string | null {
  if (damage === null || Date.parse(createdAt) > damage.foundAt.getTime()) return null;
  return `the engine's journal was damaged when the farm was started at ${damage.foundAt.toISOString()}`;
}
