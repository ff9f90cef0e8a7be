import {
  Policy,
  type PolicyBounds,
  type PolicyChoice,
  type PolicySettings,
} from "../../contracts/job/policy.ts";
import type { TenantId } from "../../contracts/values/ids.ts";
import { DroverError } from "../../errors/drover-error.ts";
import { boundPolicy } from "./bound-policy.ts";
import { resolvePolicy } from "./resolve-policy.ts";

export interface EffectivePolicy {
  readonly policy: Policy;
  /** A sentence for each part of the requested policy that the project limits. */
  readonly narrowed: readonly string[];
}

/**
 * What may be done: what is asked for before the tenant's own, that before the project's and that before `unsaid`; and of it what each
 * `most` lets be (docs/security.md rule 1). @throws InvalidRequest when more rules come together than a policy has
 */
export function effectivePolicy(
  asked: PolicyChoice,
  { tenants, ...project }: PolicySettings,
  tenantId: TenantId,
  unsaid: PolicyChoice = {},
): EffectivePolicy {
  const tenant = tenants[tenantId];
  const wanted = bounded(resolvePolicy(asked, tenant, project, unsaid), asked.most);
  const policy = bounded(wanted, tenant?.most, project.most);
  const parts = (Object.keys(policy) as (keyof Policy)[]).filter((part) => asked[part] !== undefined);
  const narrowed = parts.filter((part) => JSON.stringify(wanted[part]) !== JSON.stringify(policy[part]));
  return { policy, narrowed: narrowed.map((part) => `policy.${part} is within the project's policy.most.`) };
}

function bounded(asked: Policy, ...mosts: readonly (PolicyBounds | undefined)[]): Policy {
  const bound = mosts.reduce<Policy>((policy, most) => (most ? boundPolicy(policy, most) : policy), asked);
  const parsed = Policy.safeParse(bound);
  if (parsed.success) return parsed.data;
  const [{ path, message } = { path: [], message: "" }] = parsed.error.issues;
  throw new DroverError(
    "InvalidRequest",
    `Within the limits that are set for it, policy.${path.join(".")} cannot be used: ${message}.`,
  );
}
