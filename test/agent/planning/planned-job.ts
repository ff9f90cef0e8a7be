import { beforeEach } from "vitest";
import { handler as checkProgress } from "#functions/check-progress.ts";
import { handler as makePlan } from "#functions/make-plan.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import { defined } from "#shared/values/defined.ts";
import { functions, jobId } from "../../functions/job-per-test.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { sampleJob, sampleObservation, sampleStep, tenantId } from "../../shared/storage/sample-records.ts";

/** For the tests of a file, after `withFunctions`: the clock at its start and no requests of the test before. */
export function withPlannedJobs(): void {
  beforeEach(() => {
    functions.clock.now = new Date(startedAt);
    functions.model.requests.length = 0;
  });
}

/** A running job whose planner and progress check are asked. */
export async function planned(change: Record<string, unknown> = {}): Promise<Job> {
  const { supervision, ...rest } = change;
  const job = sampleJob({
    jobId,
    status: "running",
    acquisition: 1,
    startedAt,
    supervision: {
      planning: "full",
      progress: true,
      verification: "rules",
      completion: false,
      recovery: false,
      retry: false,
      ...(supervision as object | undefined),
    },
    usageByRole: Object.fromEntries(
      ["agent", "planner", "progress"].map((role) => [role, { calls: 0, inputTokens: 0, outputTokens: 0 }]),
    ),
    ...rest,
  });
  await functions.repositories.jobs.create(job);
  return job;
}

const done = { ok: true, effect: "done", retries: 0 } as const;
const vain = { ok: false, effect: "none", retries: 0, message: "Element not found" } as const;

/** A closed step of the agent. */
export const made = (stepNumber: number, change: Record<string, unknown> = {}) =>
  functions.repositories.steps.put(
    sampleStep({
      jobId,
      stepNumber,
      outcome: done,
      screenChanged: true,
      before: sampleObservation({ treeHash: `h${stepNumber - 1}` }),
      after: sampleObservation({ treeHash: `h${stepNumber}` }),
      verifiedAt: startedAt,
      ...change,
    }),
  );
export const failed = (stepNumber: number, change: Record<string, unknown> = {}) =>
  made(stepNumber, {
    outcome: vain,
    screenChanged: false,
    actions: [{ action: { action: "tap", element: 3 }, element: 'BUTTON "Search"', outcome: vain }],
    ...change,
  });
/** A step and its retry, both in vain. */
export async function failedTwice(first: number): Promise<void> {
  await failed(first);
  await failed(first + 1, { chosenBy: "retry", retryOf: first });
}

export const approach = (name: string) => ({
  name,
  description: `By ${name}.`,
  steps: ["Open it", "Use it"],
  confidence: 0.5,
});
export const planReply = (change: Record<string, unknown> = {}) => ({
  action: "submit_plan",
  approaches: [approach("menus"), approach("search")],
  recommended_index: 0,
  ...change,
});

/** What the planning machine's one function does. */
export const plan = (planNumber: number, stepNumber: number, kind = "recovery") =>
  invoke(makePlan, {
    schemaVersion: 1,
    tenantId,
    jobId,
    planNumber,
    kind,
    stepNumber,
    observation: sampleObservation(),
  });

export const check = (stepNumber: number) =>
  invoke(checkProgress, { schemaVersion: 1, tenantId, jobId, stepNumber, observation: sampleObservation() });

export const plans = () => functions.repositories.plans.listByJob(tenantId, jobId);

/** A plan that the agent follows from a turn on. */
export async function adoptedPlan(planNumber: number, requestedAtStep: number, adoptedAtStep?: number) {
  const key = { tenantId, jobId, planNumber };
  await functions.repositories.plans.put({
    schemaVersion: 1,
    ...key,
    kind: "initial",
    trigger: "firstTurn",
    status: "pending",
    requestedAt: startedAt,
    requestedAtStep,
    observation: sampleObservation(),
    failures: [],
  });
  const content = { approaches: [approach("menus"), approach("search")], recommendedIndex: 0 };
  await functions.repositories.plans.finish(key, { finishedAt: startedAt, content });
  if (adoptedAtStep !== undefined) await functions.repositories.plans.adopt(key, adoptedAtStep, startedAt);
}

export const lastRequest = (): string => functions.model.requests.at(-1) ?? "";
export const stepOf = async (stepNumber: number) =>
  defined({ step: await functions.repositories.steps.get(tenantId, jobId, stepNumber) }).step;
