import type { Trajectory } from "#shared/contracts/api/trajectory.ts";
import type { JobOutcome } from "#shared/contracts/job/job.ts";
import type { BatchName } from "#shared/contracts/values/batch-ids.ts";
import type { BatchId, JobId } from "#shared/contracts/values/ids.ts";

/** Jobs in a file that left a farm. All that it holds was written by anybody. */
export interface RunFile {
  readonly kind: "zip" | "atif" | "json";
  /** Whose jobs they are; absent: one job was exported by itself. */
  readonly batch?: { readonly batchId: BatchId; readonly name: BatchName };
  /** The names of all that lies in it; none for a file that is no archive. */
  readonly files: readonly string[];
  readonly jobs: readonly {
    readonly jobId: JobId;
    readonly outcome: JobOutcome | undefined;
    readonly steps: number;
  }[];
  /** Null: it is not in the file. */
  readonly trajectory: (jobId: JobId) => Promise<Trajectory | null>;
  /** What a key of the trajectory stands for: a picture, a tree; null: it is not in the file. */
  readonly artifact: (key: string) => Promise<Uint8Array | null>;
  readonly close: () => Promise<void>;
}
