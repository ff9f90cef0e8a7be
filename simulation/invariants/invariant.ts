import type { Job } from "#shared/contracts/job/job.ts";
import type { Records } from "../farm/records.ts";
import type { SimulatedFarm } from "../farm/simulated-farm.ts";
import type { SimulatedHost } from "../farm/simulated-host.ts";
import type { WebhookReceiver } from "../farm/webhook-receiver.ts";
import type { FaultKind, FaultLog } from "../faults/fault-log.ts";

/** A line of a host's log. */
export interface HostLine {
  readonly message: string;
  readonly [field: string]: unknown;
}

/** Where a line comes from. */
export interface Heard {
  /** Milliseconds since the simulation began. */
  readonly elapsed: number;
  readonly farm: SimulatedFarm;
  readonly host: SimulatedHost;
}

/** Names of devices are those of a tenant. */
export const deviceOf = (tenantId: string, deviceId: unknown): string => `${tenantId}'s ${deviceId}`;

/** What keeps a living host from saying that it works, or from doing it in time. */
export const silencing: ReadonlySet<FaultKind> = new Set([
  "calls",
  "messages",
  "processes",
  "partitions",
  "clocks",
  "functions",
  "disk",
]);

/** What was kept under the key before, if that was something else. */
export function replaced(kept: Map<string, string>, key: string, value: string): string | null {
  const before = kept.get(key);
  kept.set(key, value);
  return before === undefined || before === value ? null : before;
}

/** What an invariant may look at. */
export interface Observed {
  /** Milliseconds since the simulation began. */
  readonly elapsed: number;
  readonly farm: SimulatedFarm;
  /** In the order in which the farm acknowledged them; null: the farm knows nothing of it. */
  readonly jobs: ReadonlyMap<string, Job | null>;
  readonly records: Records;
  readonly receiver: WebhookReceiver;
  readonly faults: FaultLog;
}

/** Something that holds whatever happens. Each method answers what contradicts it, in words. */
export interface Invariant {
  readonly name: string;
  /** Every few seconds. */
  during?(seen: Observed): readonly string[] | Promise<readonly string[]>;
  /** When every job has ended and the farm has had time to put its things in order. */
  after?(seen: Observed): readonly string[] | Promise<readonly string[]>;
  /** With each line of a host's log, at its very moment. */
  heard?(line: HostLine, from: Heard): readonly string[];
}
