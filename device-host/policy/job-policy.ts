import type { LeasedCommand } from "#shared/contracts/host-command.ts";
import type { Policy } from "#shared/contracts/policy.ts";
import { resolvePolicy } from "#shared/domain/policy/resolve-policy.ts";
import { type CommandContext, jobOf } from "../commands/command-context.ts";
import type { HostServices } from "../host-services.ts";

type AnyContext = Pick<CommandContext<LeasedCommand["kind"]>, "command" | "services" | "lease">;

/** What the lease's job may do, as it is stored: no command and no model can widen it. Read once for a lease. */
export async function jobPolicy(context: AnyContext): Promise<Policy> {
  const { lease } = context;
  lease.policy ??= (await jobOf(context)).policy;
  return lease.policy;
}

/** What may be done on a device without a job: the tenant's default. */
export const tenantPolicy = ({ config }: HostServices): Policy => resolvePolicy(config.policy);
