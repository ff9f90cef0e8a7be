import { expect } from "vitest";
import type { Job } from "#shared/contracts/job/job.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { at, jobIdOf, sampleJob, tenantId } from "./sample-records.ts";
import type { TestStorage } from "./start-storage.ts";

let lastId = 100;
/** Another one each time. */
export async function storedJob(
  jobs: TestStorage["repositories"]["jobs"],
  change: Record<string, unknown> = {},
): Promise<Job> {
  const job = sampleJob({ jobId: jobIdOf(++lastId), ...change });
  expect(await jobs.create(job)).toBe(true);
  return job;
}

/** How a job ends, as the repository takes it. */
export const ended = (jobId: JobId, outcome: "succeeded" | "cancelled" | "failed" = "succeeded") =>
  ({ tenantId, jobId, at, outcome, outcomeReason: "Every validator passed." }) as const;
