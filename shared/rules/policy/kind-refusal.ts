import type { ActionKind, Policy } from "../../contracts/job/policy.ts";

/** Why something of all these kinds may not be done; null when it may. */
export function kindRefusal(kinds: readonly ActionKind[], { actions }: Policy): string | null {
  const denied = kinds.find((kind) => actions.deny.includes(kind));
  if (denied !== undefined) return `actions.deny has '${denied}'`;
  const { allow } = actions;
  const missing = allow === undefined ? undefined : kinds.find((kind) => !allow.includes(kind));
  return missing === undefined ? null : `actions.allow has no '${missing}'`;
}
