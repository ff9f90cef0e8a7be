import { ModelRole, type UsageByRole } from "#shared/contracts/agent/model-settings.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { addUsage } from "../model-calls/usage.ts";

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
