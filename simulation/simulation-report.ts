import type { Job } from "#shared/contracts/job/job.ts";
import type { WorkKind } from "./farm/workload.ts";
import type { FaultEvent, FaultKind } from "./faults/fault-log.ts";
import type { Scenario } from "./scenario.ts";

export interface SimulationOptions {
  readonly seed: number;
  readonly jobs: number;
  readonly devices: number;
  readonly faults: readonly FaultKind[];
  /** What else than tasks is asked of the farm. */
  readonly work: readonly WorkKind[];
  /** What happens instead of what the seed draws. */
  readonly scenario?: Scenario;
  /** How long each action of a null device takes, in milliseconds; absent: the devices are virtual phones. */
  readonly deviceProfile?: number;
  /** Faults that do not happen although the seed has them, by their numbers. */
  readonly without?: ReadonlySet<number>;
  /** Simulated milliseconds after which it stops; absent: when everything has ended. */
  readonly until?: number;
  /** A job whose record, steps and lines of the logs are printed. */
  readonly show?: string;
}

export interface Violation {
  /** Milliseconds since the simulation began. */
  readonly at: number;
  readonly invariant: string;
  readonly what: string;
}

export interface SimulationReport {
  readonly seed: number;
  /** Over every table, queue, object and history. */
  readonly hash: string;
  readonly outcomes: Readonly<Record<string, number>>;
  /** In the order in which the farm took them. */
  readonly jobs: readonly Pick<Job, "jobId" | "outcome" | "endReason" | "outcomeReason">[];
  readonly violations: readonly Violation[];
  readonly faults: readonly FaultEvent[];
  readonly simulatedSeconds: number;
  readonly cpuSeconds: number;
  readonly deviceHoursPerCpuMinute: number;
  /** Of the job that was to be shown. */
  readonly shown: readonly string[];
}
