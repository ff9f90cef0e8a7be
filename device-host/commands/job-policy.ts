import type { Policy } from "#shared/contracts/job/policy.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import { type CommandContext, jobOf } from "./command-context.ts";

type AnyContext = Pick<CommandContext<LeasedCommand["kind"]>, "command" | "services" | "part">;

/** What the job may do, as it is stored: no command and no model can widen it. Read once for a lease. */
export async function jobPolicy(context: AnyContext): Promise<Policy> {
  const { part } = context;
  part.policy ??= (await jobOf(context)).policy;
  return part.policy;
}
