import { addUsage } from "#shared/agent/usage.ts";
import type { Job } from "#shared/contracts/job.ts";
import { ModelRole, type UsageByRole } from "#shared/contracts/model-settings.ts";

/** What a job used with its parts, or its roles, and what each role of a model did. */
export function usageWithParts(job: Job, parts: readonly Job[]): Pick<Job, "usage" | "usageByRole"> {
  const usage = parts.reduce((sum, part) => addUsage(sum, part.usage), job.usage);
  const usageByRole = Object.fromEntries(
    ModelRole.options.flatMap((role) => {
      const used = [job, ...parts].flatMap((one) => one.usageByRole[role] ?? []);
      return used.length === 0 ? [] : [[role, used.reduce(addUsage)]];
    }),
  ) as UsageByRole;
  return { usage, usageByRole };
}
