import type { RunFile } from "../run-file/run-file.ts";
import type { ReportedJob, ReportSource } from "./report-source.ts";

/** Jobs in a file that left a farm: nobody knows more of them than is in it. */
export function fileReportSource(file: RunFile): ReportSource {
  async function* jobs(): AsyncGenerator<ReportedJob> {
    for (const { jobId } of file.jobs) {
      const trajectory = await file.trajectory(jobId);
      if (trajectory === null) continue;
      yield { trajectory, timeline: null, read: file.artifact, keys: async () => [] };
    }
  }
  const steps = file.jobs.reduce((sum, job) => sum + job.steps, 0);
  return { pictures: steps + file.jobs.length, jobs };
}
