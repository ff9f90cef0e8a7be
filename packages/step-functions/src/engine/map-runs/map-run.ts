import type { ScopePath } from "../../execution/execution.ts";
import type { BatchRequest, ReaderRequest, WriterRequest } from "../../execution/map-run-request.ts";

/** A run of a Distributed Map, as the journal keeps it. Counts are not in it: the children's own rows are counted. */
export interface MapRunRecord {
  readonly arn: string;
  readonly executionId: number;
  readonly executionArn: string;
  readonly threadId: number;
  /** The entry of the state that the run belongs to. */
  readonly enteredEventId: number;
  /** The machine of the children: the parent's with the state's label. */
  readonly machineArn: string;
  readonly revisionId: number;
  readonly scopePath: ScopePath;
  readonly express: boolean;
  readonly startMs: number;
  readonly reader?: ReaderRequest;
  readonly batch?: BatchRequest;
  readonly writer?: WriterRequest;
  status: "RUNNING" | "SUCCEEDED" | "FAILED" | "ABORTED";
  maxConcurrency: number;
  toleratedFailureCount: number;
  toleratedFailurePercentage: number;
  /** Absent until all items are read. */
  childCount?: number;
  itemCount?: number;
  stopMs?: number | undefined;
  redriveCount?: number;
  redriveMs?: number;
}

export type ChildStatus = "running" | "succeeded" | "failed" | "timedOut" | "aborted";

export type Counts = Record<ChildStatus, number>;

export const noCounts = (): Counts => ({ running: 0, succeeded: 0, failed: 0, timedOut: 0, aborted: 0 });

const COUNTED_AS: Readonly<Record<string, ChildStatus>> = {
  RUNNING: "running",
  SUCCEEDED: "succeeded",
  FAILED: "failed",
  TIMED_OUT: "timedOut",
  ABORTED: "aborted",
};

export const countedAs = (status: string): ChildStatus => COUNTED_AS[status] ?? "failed";

/** Inputs of this many children are kept in one document of the journal. */
export const CHUNK = 500;

export const sourceKey = (mapRunArn: string): string => `${mapRunArn}#items`;
export const chunkKey = (mapRunArn: string, index: number): string =>
  `${mapRunArn}#${Math.floor(index / CHUNK)}`;
