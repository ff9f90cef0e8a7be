import { Job } from "#shared/contracts/job/job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { type OwnFields, takenBy } from "#shared/rules/taken-fields.ts";
import { defined } from "#shared/values/defined.ts";
import { totalDeadline } from "#shared/values/total-time.ts";
import { type SpentByParts, shareLimits } from "../budget/share-limits.ts";
import { noUsage, noUsageByRole } from "../model-calls/usage.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { partTrace } from "../tracing/new-trace.ts";

/** What a part says for itself stands over what the whole says. The whole is recorded, its parts with it. */
export function partJob(
  parent: Job,
  step: TaskStep,
  jobId: JobId,
  { spent, now, among = 1 }: { readonly spent: SpentByParts; readonly now: Date; readonly among?: number },
): Job {
  const { tenantId, policy, pool, poolQueueUrl, sharedBudget, workflow } = parent;
  const { window } = step;
  const asked = window === undefined ? workflow?.subtasks?.[step.index - 1] : workflow?.split?.[window];
  const { limits = {}, validators = [] } = asked ?? {};
  const leftSeconds = Math.floor((totalDeadline(parent) - now.getTime()) / 1_000);
  const own = {
    task: step.text,
    background: inWindow(step, step.background ?? parent.background),
    systemPrompt: step.systemPrompt ?? parent.systemPrompt,
    validators,
    policy,
    limits: {
      ...shareLimits(parent.limits, limits, { spent, among }),
      ...(Number.isFinite(leftSeconds) ? { totalSeconds: Math.max(10, leftSeconds) } : {}),
    },
  } satisfies OwnFields<"part">;
  return Job.parse({
    ...takenBy("part", JobRequest.strip().parse(parent)),
    ...defined({ ...own, window, sharedBudget }),
    partsBefore: partsBefore(parent, step),
    schemaVersion: 1,
    tenantId,
    jobId,
    parentJobId: parent.jobId,
    pool,
    poolQueueUrl,
    status: "queued",
    createdAt: now.toISOString(),
    acquisition: 0,
    ...defined({ trace: partTrace(parent) }),
    promptMarker: newPromptMarker(),
    stepCount: 0,
    usage: noUsage,
    usageByRole: noUsageByRole,
  });
}

/** Its agent is told why the screen is so small, and that no other app is to be had. */
function inWindow({ app, window }: TaskStep, background: string | undefined): string | undefined {
  if (window === undefined) return background;
  const where = `The screen is one of two windows side by side. Yours shows the app ${app}; no other app can be opened in it.`;
  return [where, ...(background === undefined ? [] : [background])].join("\n").slice(0, 4_000);
}

const partsBefore = ({ taskSteps = [] }: Job, { index }: TaskStep): NonNullable<Job["partsBefore"]> =>
  taskSteps
    .filter((step) => step.index < index && step.status === "complete")
    .map(({ text, result = "" }) => ({ text, result }));
