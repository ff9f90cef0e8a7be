import type { Policy } from "#shared/contracts/job/policy.ts";
import type { LeasedCommand } from "#shared/contracts/workflow/host-command.ts";
import { type CommandContext, knownJob } from "./command-context.ts";

type AnyContext = Pick<CommandContext<LeasedCommand["kind"]>, "command" | "services" | "part">;

/** What the job may do, as it is stored: no command and no model can widen it. */
export const jobPolicy = async (context: AnyContext): Promise<Policy> => (await knownJob(context)).policy;
