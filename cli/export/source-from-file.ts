import type { ExportFilter } from "#shared/contracts/result/export.ts";
import type { ResultItem } from "#shared/rules/batch-results/result-source.ts";
import { jobChooser } from "#shared/rules/export/choose-jobs.ts";
import type { ExportedJob, ExportSource } from "#shared/rules/export/export-source.ts";
import { jobAsItem } from "#shared/rules/export/job-as-item.ts";
import { withLostArtifacts } from "#shared/rules/steps/lost-artifacts.ts";
import { openRunFile } from "../run-file/open-run-file.ts";
import type { RunFile } from "../run-file/run-file.ts";

/** What left a farm as a file, as formats read it: no farm is asked. */
export async function sourceFromFile(file: string, filter: ExportFilter): Promise<ExportSource> {
  const run = await openRunFile(file);
  async function* chosen(): AsyncGenerator<ExportedJob> {
    const isChosen = jobChooser(filter);
    for (const { jobId } of run.jobs) {
      const job = await exportedJob(run, jobId);
      if (job !== null && isChosen(job.trajectory)) yield job;
    }
  }
  return {
    ...(run.batch === undefined ? {} : { batch: { ...run.batch, lineCount: run.jobs.length, changes: [] } }),
    async *items(): AsyncGenerator<ResultItem> {
      for await (const { trajectory } of chosen()) yield jobAsItem(trajectory);
    },
    jobs: chosen,
  };
}

async function exportedJob(
  run: RunFile,
  jobId: RunFile["jobs"][number]["jobId"],
): Promise<ExportedJob | null> {
  const trajectory = await run.trajectory(jobId);
  if (trajectory === null) return null;
  const { tenantId } = trajectory.job;
  const keys = run.files
    .filter((path) => path.startsWith(`jobs/${jobId}/`))
    .map((path) => `tenants/${tenantId}/${path}`);
  return {
    trajectory: withLostArtifacts(trajectory, keys),
    // They lie in the file as jobs of their own.
    async *parts() {},
    judgements: async () => [],
    keys: async () => keys,
    read: (key) => run.artifact(key),
  };
}
