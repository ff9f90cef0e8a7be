import type { IBackoffFactory } from "cockatiel";
import type { DeviceId, JobId } from "#shared/contracts/values/ids.ts";
import { RetryPlan } from "./retry-plan.ts";

/** A job that ends sooner for the device's or the host's fault has done nothing on it. */
const quickMilliseconds = 60_000;
const mostOnADevice = 3;
const mostOnAHost = 6;

/** What is known of a lease when it ends. */
interface EndedLease {
  readonly jobId: JobId | null;
  /** Something was done on the device for it. */
  readonly worked: boolean;
  /** The last error of a command that was the device's or the host's fault. */
  readonly fault: string | null;
  /** Monotonic milliseconds. */
  readonly heldSince: number;
}

/** What a lease says of what held it: it works, it failed a job at once, or nothing. Times are monotonic. */
function tells({ jobId, worked, fault, heldSince }: EndedLease, now: number): "works" | "failed" | "nothing" {
  if (jobId === null) return "nothing";
  if (worked) return "works";
  return fault !== null && now - heldSince < quickMilliseconds ? "failed" : "nothing";
}

/**
 * Takes a device out of service that fails one job after the other at once: it would eat up a whole queue. Taken back it is on
 * probation, until a job could work on it.
 */
export class DeviceFailures {
  #inARow = 0;

  /** Why the device is taken out; null: it stays. */
  ended(lease: EndedLease, now: number): string | null {
    const told = tells(lease, now);
    if (told === "works") this.#inARow = 0;
    if (told !== "failed") return null;
    this.#inARow += 1;
    if (this.#inARow < mostOnADevice) return null;
    this.#inARow = mostOnADevice - 1;
    return `${mostOnADevice} jobs in a row failed on it at once: the last with ${lease.fault}`.slice(0, 500);
  }
}

interface Pause {
  readonly since: number;
  readonly why: string;
}

/** The same for all devices of a host together: when none of several works, the fault is likely the host's. */
export class HostFailures {
  readonly #retryBackoff: IBackoffFactory<unknown>;
  readonly #monotonic: () => number;
  readonly #devices = new Set<DeviceId>();
  #inARow = 0;
  readonly #plan = new RetryPlan();
  #pause: Pause | null = null;

  constructor(retryBackoff: IBackoffFactory<unknown>, monotonic: () => number) {
    this.#retryBackoff = retryBackoff;
    this.#monotonic = monotonic;
  }

  ended(deviceId: DeviceId, lease: EndedLease): void {
    const now = this.#monotonic();
    const told = tells(lease, now);
    if (told === "works") {
      this.#inARow = 0;
      this.#devices.clear();
      this.#plan.proved();
      this.#pause = null;
    }
    if (told !== "failed") return;
    this.#inARow += 1;
    this.#devices.add(deviceId);
    if (this.#inARow < mostOnAHost || this.#devices.size < 2) return;
    const count = `${this.#inARow} jobs in a row on ${this.#devices.size} devices`;
    const why = `${count} failed at once: the last with ${lease.fault}`.slice(0, 500);
    // One fault of the host ends the jobs of all its devices: those that were under way then make no pause longer.
    if (this.#pause !== null && lease.heldSince < this.#pause.since) {
      this.#pause = { ...this.#pause, why };
      return;
    }
    this.#plan.failed(now, this.#retryBackoff);
    this.#pause = { since: now, why };
  }

  /** Why the host takes no new work; null when it does. After its pause one more quick failure is a longer one. */
  get problem(): string | null {
    return this.#pause !== null && this.#plan.waits(this.#monotonic()) ? this.#pause.why : null;
  }
}
