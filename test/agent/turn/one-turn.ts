import { beforeEach } from "vitest";
import { handler } from "#functions/predict-action.ts";
import { functions, jobId } from "../../functions/job-per-test.ts";
import { invoke, startedAt } from "../../functions/start-functions.ts";
import { turnInput } from "../../functions/turn-input.ts";
import { sampleJob, tenantId } from "../../shared/storage/sample-records.ts";

/** For the tests of a file, after `withFunctions`: the clock at its start and no requests of the test before. */
export function withTurns(): void {
  beforeEach(() => {
    functions.clock.now = new Date(startedAt);
    functions.model.requests.length = 0;
  });
}

export const running = async (change: Record<string, unknown> = {}) => {
  const job = sampleJob({ jobId, status: "running", acquisition: 1, startedAt, ...change });
  await functions.repositories.jobs.create(job);
  return job;
};
export const turn = (change: Record<string, unknown> = {}) => invoke(handler, turnInput(jobId, change));
/** In pixels of the screen, which is 1080x2400. */
export const tap = { action: "tap", coordinate: [540, 600], thinking: "The switch is off." };
export const stored = () => functions.repositories.jobs.get(tenantId, jobId);
