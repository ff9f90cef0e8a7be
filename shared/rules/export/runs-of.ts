import type { ExportedJob, ExportSource } from "./export-source.ts";

interface Run {
  readonly job: ExportedJob;
  /** Where its files go, with a slash; "" for the one job that is exported. */
  readonly folder: string;
}

/** Every job that has steps of its own: those that were asked for, and after each the parts of its workflow. */
export async function* runsOf(source: ExportSource): AsyncGenerator<Run> {
  for await (const job of source.jobs()) {
    yield { job, folder: source.batch === undefined ? "" : folderOf(job) };
    for await (const part of job.parts()) yield { job: part, folder: folderOf(part) };
  }
}

const folderOf = ({ trajectory }: ExportedJob): string => `${trajectory.job.jobId}/`;
