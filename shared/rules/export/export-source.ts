import type { Trajectory } from "../../contracts/api/trajectory.ts";
import type { Batch } from "../../contracts/batch/batch.ts";
import type { Rejudgement } from "../../contracts/judging/judging.ts";
import type { RedactionReport } from "../../contracts/result/export.ts";
import type { Coordinate } from "../../contracts/values/coordinate.ts";
import type { JobId } from "../../contracts/values/ids.ts";
import type { ResultItem } from "../batch-results/result-source.ts";

/** One job to be exported. What it reads is hostile: devices and models wrote it. */
export interface ExportedJob {
  readonly trajectory: Trajectory;
  /** What it is in its batch. */
  readonly item?: ResultItem;
  /** Of a workflow: the jobs of its parts, in order; of a job with roles, those of its roles; each with the steps that it made. */
  readonly parts: () => AsyncIterable<ExportedJob>;
  /** Verdicts that were given again. */
  readonly judgements: () => Promise<readonly Rejudgement[]>;
  /** The keys of everything that is stored of it. */
  readonly keys: () => Promise<readonly string[]>;
  /** null: it is no longer stored. */
  readonly read: (key: string) => Promise<Uint8Array | null>;
}

export interface ExportSource {
  /** Absent: one job is exported. */
  readonly batch?: Pick<Batch, "batchId" | "name" | "lineCount" | "changes">;
  /** Every item of the batch that is chosen, also those that no job was made for. From the first again at each call. */
  readonly items: () => AsyncIterable<ResultItem>;
  /** From the first again at each call. */
  readonly jobs: () => AsyncIterable<ExportedJob>;
  readonly linkTo?: (jobId: JobId) => string;
}

/** A screen of an animation, and where it was touched. */
export interface Frame {
  readonly picture: Uint8Array;
  readonly touches: readonly { readonly from: Coordinate; readonly to?: Coordinate }[];
}

/** What formats need of the process that runs them. */
export interface ExportTools {
  readonly exportedAt: string;
  /** drover's own. */
  readonly version: string;
  /** As far as it is known: of what was read up to now. */
  readonly redaction: () => RedactionReport;
  /** Of a bundle: gets each trajectory, then returns the file that describes how to repeat them. */
  readonly recipe?: { add(trajectory: Trajectory): void; file(): ExportFile };
  /** An animated GIF. Absent where nothing can draw pictures. */
  readonly animate?: (frames: readonly Frame[]) => Promise<Uint8Array>;
}

/** A file of an export. Its path is relative, of our own making, and no part of it comes from a device. */
export interface ExportFile {
  readonly path: string;
  readonly body: Uint8Array | string;
}
