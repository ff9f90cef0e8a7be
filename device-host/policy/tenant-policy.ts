import type { Policy, PolicyChoice } from "#shared/contracts/job/policy.ts";
import { effectivePolicy } from "#shared/rules/policy/effective-policy.ts";
import type { HostServices } from "../host-services.ts";

type Tenant = Pick<HostServices, "config" | "tenantId">;
const policyOf = ({ config, tenantId }: Tenant, unsaid: PolicyChoice): Policy =>
  effectivePolicy({}, config.policy, tenantId, unsaid).policy;

/** What may be done on a device without a job: the tenant's default. */
export const tenantPolicy = (tenant: Tenant): Policy => policyOf(tenant, {});

/** What a job's sender may have done to its device beforehand: all that the tenant's own word does not forbid. */
export const senderPolicy = (tenant: Tenant): Policy => policyOf(tenant, { actions: { deny: [] } });
