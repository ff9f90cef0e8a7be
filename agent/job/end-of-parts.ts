import { ModelRole, type UsageByRole } from "#shared/contracts/agent/model-settings.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { addUsage } from "../model-calls/usage.ts";
import type { Services } from "../runtime/services.ts";
import { stepsOf } from "./build-trajectory.ts";

/** What the end of a job says of its parts, or its roles: what they did and used, which stands with their own jobs. */
export async function endOfParts(job: Job, parts: readonly Job[], runtime: Services) {
  const recoveries = parts.reduce((sum, { metrics }) => sum + (metrics?.recoveries ?? 0), 0);
  const steps = (await Promise.all(parts.map((part) => stepsOf(part, runtime)))).flat();
  const questions = parts.flatMap(({ metrics }) => metrics?.questions ?? []);
  const isVerified = allVerified(parts);
  return { recoveries, parts: { steps, questions, isVerified, ...usageWithParts(job, parts) } };
}

/** What a job used with its parts, or its roles, and what each role of a model did. */
function usageWithParts(job: Job, parts: readonly Job[]): Pick<Job, "usage" | "usageByRole"> {
  const usage = parts.reduce((sum, part) => addUsage(sum, part.usage), job.usage);
  const usageByRole = Object.fromEntries(
    ModelRole.options.flatMap((role) => {
      const used = [job, ...parts].flatMap((one) => one.usageByRole[role] ?? []);
      return used.length === 0 ? [] : [[role, used.reduce(addUsage)]];
    }),
  ) as UsageByRole;
  return { usage, usageByRole };
}

function allVerified(parts: readonly Job[]): boolean {
  const done = parts.filter(({ outcome }) => outcome === "succeeded");
  return done.length > 0 && done.every(({ verdict }) => verdict === "passed");
}
