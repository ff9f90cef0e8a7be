import type { BatchCauses } from "#shared/contracts/api/batch-look.ts";
import type { ReportLine } from "#shared/contracts/api/report.ts";
import type { JobTimeline } from "#shared/contracts/api/timeline.ts";
import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { BatchStatistics } from "#shared/contracts/batch/batch-statistics.ts";

/** A job to be shown in a report. All that it reads is hostile. */
export interface ReportedJob {
  readonly trajectory: Trajectory;
  /** Its place in its batch. */
  readonly place?: Pick<ReportLine, "taskId" | "variant" | "repeat">;
  readonly timeline: JobTimeline | null;
  /** Null: it is not stored any more. */
  readonly read: (key: string) => Promise<Uint8Array | null>;
  /** Of everything that is stored of it. */
  readonly keys: () => Promise<readonly string[]>;
}

/** Of one batch, or of jobs that belong to none. */
export interface ReportSource {
  readonly batch?: {
    readonly batchId: string;
    readonly name: string;
    readonly statistics: BatchStatistics | null;
    readonly causes: BatchCauses | null;
  };
  /** How many pictures there may be, as far as that is known before. */
  readonly pictures: number;
  readonly jobs: () => AsyncIterable<ReportedJob>;
}
