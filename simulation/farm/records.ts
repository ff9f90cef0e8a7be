import type { Operator } from "./operator.ts";

export interface AcknowledgedJob {
  readonly jobId: string;
  /** Who submitted it. */
  readonly operator: Operator;
}

export interface Pause {
  readonly jobId: string;
  readonly from: string;
  readonly until: string;
  /** The job said so when the farm had answered. */
  readonly isKept: boolean;
}

export interface Stop {
  readonly tenantId: string;
  /** When it was asked for, and when the farm had answered. */
  readonly asked: string;
  readonly answered: string;
  /** Who was stopped when the farm had answered, of those who were not before. */
  readonly stopped: readonly string[];
}

/** A session as its user knows it. */
export interface SessionUse {
  readonly idleTimeoutSeconds: number;
  readonly hardTimeoutSeconds: number;
  /** Milliseconds since the simulation began: when its user last asked for something. */
  usedAt: number;
  /** Likewise: when the farm had answered that it ends. */
  endedAt?: number | undefined;
}

export interface GivenAnswer {
  readonly jobId: string;
  readonly questionId: string;
  readonly answer: string;
  /** The farm took it. */
  readonly isTaken: boolean;
}

/** What people asked of the farm and what it answered: for the faults, which act on it, and for the invariants. */
export class Records {
  readonly jobs: AcknowledgedJob[] = [];
  /** Which jobs somebody asked to end, and when the farm answered that they will; null: it has not. */
  readonly cancelled = new Map<string, string | null>();
  /** When jobs stood paused, from the farm's answer until somebody asked it to continue. */
  readonly pauses: Pause[] = [];
  /** When a tenant stopped everything. */
  readonly stops: Stop[] = [];
  readonly sessions = new Map<string, SessionUse>();
  /** By their ids, with how many lines each has. */
  readonly batches = new Map<string, { readonly operator: Operator; readonly lines: number }>();
  readonly answers: GivenAnswer[] = [];

  acknowledge(job: AcknowledgedJob): void {
    if (!this.jobs.some(({ jobId }) => jobId === job.jobId)) this.jobs.push(job);
  }
}
