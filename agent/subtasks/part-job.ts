import { Job } from "#shared/contracts/job/job.ts";
import { JobRequest } from "#shared/contracts/job/job-request.ts";
import type { TaskStep } from "#shared/contracts/job/task-step.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { defined } from "#shared/values/defined.ts";
import { roundUsd } from "#shared/values/round-usd.ts";
import { totalDeadline } from "#shared/values/total-time.ts";
import { noUsage, noUsageByRole } from "../model-calls/usage.ts";
import { newPromptMarker } from "../prompt/prompt-marker.ts";
import { partTrace } from "../tracing/new-trace.ts";

/** What the parts so far have spent of the workflow's limits. */
interface Spent {
  readonly tokens: number;
  readonly usd: number;
  readonly outputTokens: number;
}

/**
 * What a part says for itself stands over what the whole says; what it may spend is never more than its share of what the
 * whole has left.
 */
export function partJob(
  parent: Job,
  step: TaskStep,
  jobId: JobId,
  { spent, now, share = 1 }: { readonly spent: Spent; readonly now: Date; readonly share?: number },
): Job {
  const {
    workflow,
    background,
    systemPrompt,
    source: _,
    recovery: __,
    // The whole is recorded, its parts with it.
    record: ___,
    // It is on the device since the whole began.
    data: ____,
    ...request
  } = JobRequest.strip().parse(parent);
  const { window } = step;
  const asked = window === undefined ? workflow?.subtasks?.[step.index - 1] : workflow?.split?.[window];
  const { limits: own = {}, validators = [] } = asked ?? {};
  const { tenantId, policy, pool, poolQueueUrl, limits, sharedBudget } = parent;
  const left = (most: number, used: number): number => Math.max(1, Math.floor((most - used) * share));
  const tokens = left(limits.maxTokens, spent.tokens);
  const output =
    limits.maxOutputTokens === undefined ? undefined : left(limits.maxOutputTokens, spent.outputTokens);
  const mostOutput = [own.maxOutputTokens, output].filter((amount) => amount !== undefined);
  const leftSeconds = Math.floor((totalDeadline(parent) - now.getTime()) / 1_000);
  const usd =
    limits.maxCostUsd === undefined
      ? undefined
      : Math.max(0.000_001, (limits.maxCostUsd - spent.usd) * share);
  const most = [own.maxCostUsd, usd].filter((amount) => amount !== undefined);
  return Job.parse({
    ...request,
    task: step.text,
    ...defined({
      background: inWindow(step, step.background ?? background),
      window,
      sharedBudget,
      systemPrompt: step.systemPrompt ?? systemPrompt,
    }),
    validators,
    limits: {
      ...limits,
      ...defined(own),
      maxTokens: Math.min(own.maxTokens ?? tokens, tokens),
      ...(mostOutput.length === 0 ? {} : { maxOutputTokens: Math.min(...mostOutput) }),
      ...(Number.isFinite(leftSeconds) ? { totalSeconds: Math.max(10, leftSeconds) } : {}),
      ...(most.length === 0 ? {} : { maxCostUsd: roundUsd(Math.min(...most)) }),
    },
    partsBefore: partsBefore(parent, step),
    policy,
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
