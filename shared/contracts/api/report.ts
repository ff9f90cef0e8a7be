import type { BatchStatistics } from "../batch/batch-statistics.ts";
import type { JobOutcome } from "../job/job.ts";
import type { SemanticUITree } from "../protocol/semantic-ui-tree.ts";
import type { BatchCauses } from "./batch-look.ts";
import type { PublicJob } from "./responses/job-response.ts";
import type { ShownStep } from "./responses/step-response.ts";
import type { JobTimeline } from "./timeline.ts";
import type { Trajectory } from "./trajectory.ts";

/** A job in the list of a report. Its texts are hostile, like all that a device or a model wrote. */
export interface ReportLine {
  readonly jobId: string;
  readonly task: string;
  readonly outcome?: JobOutcome | undefined;
  readonly verdict?: PublicJob["verdict"];
  readonly reason?: string | undefined;
  readonly steps: number;
  readonly milliseconds: number;
  readonly tokens: number;
  readonly costUsd?: number | undefined;
  /** Of a batch's. */
  readonly batchId?: string | undefined;
  readonly taskId?: string | undefined;
  readonly variant?: string | undefined;
  readonly repeat?: number | undefined;
}

export interface ReportBatch {
  readonly batchId: string;
  readonly name: string;
  /** Its result and the reason; null if it was not available. */
  readonly statistics: BatchStatistics | null;
  readonly causes: BatchCauses | null;
}

/** What a report is of. The first thing that its page reads. */
export interface ReportIndex {
  readonly schemaVersion: 1;
  readonly madeAt: string;
  /** Of drover. */
  readonly version: string;
  readonly title: string;
  /** Where a job is: in the page itself, or on one of its own, beside it (`jobs/`) or one folder down from all (`here`). */
  readonly layout: "one file" | "site" | "job of a site";
  readonly batches: readonly ReportBatch[];
  readonly jobs: readonly ReportLine[];
  /** Files beside a site. */
  readonly downloads: readonly { readonly label: string; readonly path: string }[];
}

/** All of one job. */
export interface ReportJob {
  readonly job: PublicJob;
  readonly steps: readonly ShownStep[];
  readonly errors: Trajectory["errors"];
  readonly plans: Trajectory["plans"];
  readonly recoveries: Trajectory["recoveries"];
  readonly questions: Trajectory["questions"];
  readonly timeline: JobTimeline | null;
  /** By their keys. */
  readonly trees: Readonly<Record<string, SemanticUITree>>;
  /** By their keys the names of pictures; several keys may be one picture. */
  readonly pictures: Readonly<Record<string, string>>;
  /** Debug records by step; null: there are none. */
  readonly debug: Readonly<
    Record<string, readonly { readonly name: string; readonly content: unknown }[]>
  > | null;
}
