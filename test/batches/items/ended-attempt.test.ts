import { expect, it } from "vitest";
import { endedAttempt } from "#batches/items/ended-attempt.ts";
import { runtimeFor } from "#functions/runtime/runtime.ts";
import { ItemAttempt } from "#shared/contracts/batch/batch-item.ts";
import { functions, withFunctions } from "../../functions/job-per-test.ts";
import { at, jobIdOf, sampleJob } from "../../shared/storage/sample-records.ts";

withFunctions();

it("a workflow's steps are those of its parts, of every attempt at each", async () => {
  const parts = [jobIdOf(701), jobIdOf(702), jobIdOf(703)];
  for (const [index, jobId] of parts.entries())
    await functions.repositories.jobs.create(sampleJob({ jobId, stepCount: index + 2 }));
  const part = (index: number, jobIds: readonly string[]) => ({
    ...{ index, text: "x", status: "complete", jobIds },
  });
  const taskSteps = [part(1, parts.slice(0, 2)), part(2, parts.slice(2))];
  const job = sampleJob({ jobId: jobIdOf(700), status: "finished", outcome: "succeeded", taskSteps });
  const begun = ItemAttempt.parse({ jobId: job.jobId, attempt: 1, startedAt: at });
  const runtime = runtimeFor("settle-item");
  expect(await endedAttempt(begun, job, runtime)).toMatchObject({ steps: 9 });
  expect(await endedAttempt(begun, sampleJob({ stepCount: 4 }), runtime)).toMatchObject({ steps: 4 });
});
