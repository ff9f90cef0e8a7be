import type { JobOutcome } from "../job/job.ts";
import type { PoolName, TenantId } from "../values/ids.ts";

/** What CloudWatch files all of Drover's metrics under. */
export const metricNamespace = "Drover";

/**
 * By what a metric is told apart. `pool` is `poolDimension`'s text. Nothing else is a dimension, and never what a caller can make many
 * of: each new value is its own metric, which is paid for and kept for fifteen months.
 */
export type MetricDimension = "stage" | "pool";

/** Names of pools are a tenant's own: two tenants may both have a `default`. */
export const poolDimension = (tenantId: TenantId, pool: PoolName): string => `${tenantId}/${pool}`;

interface MetricRecord {
  /** CloudWatch knows no dollars: they are `None`. */
  readonly unit: "Count" | "Seconds" | "None";
  /** `gauge`: as it is now, told once a minute, by the last value or the highest; `sum`: told as it happens, and added up. */
  readonly kind: "gauge" | "sum";
  /** `pool`: for each pool, and for the stage as a whole; `stage`: for that alone. */
  readonly of: MetricDimension;
  readonly meaning: string;
}

/** Every metric by its name; alarms, the dashboard and what scales hosts derive from it. */
export const metrics = {
  // Told by sweep-executions each minute.
  WaitingJobs: gauge(
    "Count",
    "jobs that wait for a device of the pool; at most 1,000 of a tenant are counted",
  ),
  OldestWaitingSeconds: gauge("Seconds", "age of the job that waits longest; 0: none waits"),
  RunningJobs: gauge("Count", "jobs that have a device"),
  Devices: gauge("Count", "devices of the pool, in any state"),
  FreeDevices: gauge("Count", "devices that could take a job now: ready, and their host takes work"),
  QuarantinedDevices: gauge("Count", "devices in quarantine"),
  OnlineHosts: gauge("Count", "hosts with a heartbeat in the last 30 seconds that take work"),
  SilentHosts: gauge("Count", "hosts without a heartbeat for 30 seconds that did not announce a stop"),
  OldestCommandSeconds: gauge(
    "Seconds",
    "how long commands have been unread at a host that is online, at least; 0: none",
  ),
  // Told when a job ends.
  JobsSucceeded: sum("Count", "jobs whose checks passed"),
  JobsFailed: sum("Count", "jobs that the agent failed"),
  JobsInconclusive: sum("Count", "jobs that ended for reasons other than the agent"),
  JobsCancelled: sum("Count", "jobs that somebody cancelled"),
  JobsOverBudget: sum("Count", "jobs that reached a limit of steps, time, tokens or money"),
  JobsRefused: sum("Count", "jobs whose model refused the task"),
  JobsInvalid: sum("Count", "jobs whose model's replies were unusable"),
  Steps: sum("Count", "steps of the jobs that ended"),
  QueueSeconds: sum("Seconds", "how long the ended jobs had waited for their first device"),
  DeviceSeconds: sum("Seconds", "how long the ended jobs held devices"),
  ModelDollars: sum("None", "US dollars that the ended jobs cost at model services with a price"),
  // Told as they happen; nobody asks of which pool.
  LostJobs: sum("Count", "jobs ended because their execution failed or never started", "stage"),
  DeadLetters: sum("Count", "commands that no host completed", "stage"),
  WebhooksGivenUp: sum("Count", "deliveries to webhooks that were given up", "stage"),
  QuotaRefusals: sum("Count", "submissions refused because of the tenant's quota", "stage"),
  ForgedItems: sum("Count", "items dropped when read, because their values belong to another key", "stage"),
} as const satisfies Record<string, MetricRecord>;

export type MetricName = keyof typeof metrics;

/** The metric that counts a job's outcome. */
export const outcomeMetrics: Readonly<Record<JobOutcome, MetricName>> = {
  succeeded: "JobsSucceeded",
  failed: "JobsFailed",
  inconclusive: "JobsInconclusive",
  cancelled: "JobsCancelled",
  over_budget: "JobsOverBudget",
  refused: "JobsRefused",
  invalid: "JobsInvalid",
};

function gauge(unit: MetricRecord["unit"], meaning: string): MetricRecord {
  return { unit, kind: "gauge", of: "pool", meaning };
}

function sum(unit: MetricRecord["unit"], meaning: string, of: MetricDimension = "pool"): MetricRecord {
  return { unit, kind: "sum", of, meaning };
}
