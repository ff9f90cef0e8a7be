import { shownStep } from "#shared/actions/action-words.ts";
import type { JobRecord } from "../../../console/src/job-view/job-record.ts";
import { sampleJob, sampleStep } from "../../shared/storage/sample-records.ts";

/** Seconds after the samples' beginning. */
export const second = (seconds: number): string =>
  new Date(Date.parse("2026-01-01T00:00:00.000Z") + seconds * 1_000).toISOString();

/** Steps ten seconds apart, whose words and results the tests give. */
export function sampleRecord(
  steps: readonly Record<string, unknown>[],
  more: Partial<JobRecord> = {},
): JobRecord {
  return {
    job: sampleJob({ status: "finished", outcome: "succeeded" }),
    steps: steps.map((step, index) =>
      shownStep(sampleStep({ stepNumber: index + 1, predictedAt: second(10 * (index + 1)), ...step })),
    ),
    errors: [],
    plans: [],
    recoveries: [],
    questions: [],
    timeline: null,
    ...more,
  };
}
