import { afterEach, beforeEach } from "vitest";
import { noUsageByRole } from "#agent/model-calls/usage.ts";
import { functions, jobId } from "../../functions/job-per-test.ts";
import { newPhone } from "../../practice-model/drive-phone.ts";
import { sampleJob } from "../../shared/storage/sample-records.ts";

/** Another one in every test. */
export let phone: Awaited<ReturnType<typeof newPhone>>;
/** For the tests of a file, after `withFunctions`: a phone of its own in every test. */
export function withPhones(): void {
  beforeEach(async () => {
    phone = await newPhone();
  });
  afterEach(async () => {
    functions.model.forget();
    await phone.dispose();
  });
}

export const newJob = async (change: Record<string, unknown> = {}) => {
  const startedAt = functions.clock.now.toISOString();
  const job = sampleJob({ jobId, status: "running", startedAt, usageByRole: noUsageByRole, ...change });
  await functions.repositories.jobs.create(job);
  return job;
};

export const openClock = () =>
  phone.phone.activities.start({
    component: "com.android.deskclock/.DeskClock",
    categories: [],
    extras: {},
    flags: 0,
  });
export const crash = async () => {
  await openClock();
  phone.phone.showAppError("com.android.deskclock", "crash");
};

/** What a planner answers that sees a way. */
export const planned = (...steps: readonly Record<string, unknown>[]) => ({
  action: "execute_plan",
  feasible: true,
  root_cause: "A dialog covers the app.",
  reason: "Close it.",
  context: "Exception recovery for dialog handling",
  directive: "Close the dialog first.",
  steps: steps.map((step, index) => ({ step_id: index + 1, ...step })),
});
export const click = (target: string, more = {}) => ({ action: "locate_and_click", target, ...more });
