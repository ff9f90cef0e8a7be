import type { Policy } from "#shared/contracts/policy.ts";
import { resolvePolicy } from "#shared/domain/policy/resolve-policy.ts";
import type { HostServices } from "../host-services.ts";

/** What may be done on a device without a job: the tenant's default. */
export const tenantPolicy = ({ config }: HostServices): Policy => resolvePolicy(config.policy);
