import { type TenantLimit, tenantLimits } from "../contracts/values/tenant-limits.ts";
import { DroverError } from "../errors/drover-error.ts";

/** Checks that one more is allowed, for a tenant with this many. @throws LimitReached */
export function checkRoom(limit: TenantLimit, count: number): void {
  const { most, words, remedy } = tenantLimits[limit];
  if (count < most) return;
  throw new DroverError("LimitReached", `A tenant may have ${most} ${words}, and already has ${count}.`, {
    advice: [remedy],
  });
}
