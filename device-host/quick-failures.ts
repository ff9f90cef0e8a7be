import type { IBackoffFactory } from "cockatiel";
import type { DeviceId, JobId } from "#shared/contracts/values/ids.ts";
import { RetryPlan } from "./retry-plan.ts";

/** A job that ends sooner than this by a fault of the device or host did nothing on it. */
const quickMilliseconds = 60_000;
const mostOnADevice = 3;
const mostOnAHost = 6;

/** A lease at its end. */
interface EndedLease {
  readonly jobId: JobId | null;
  /** The job acted on the device. */
  readonly worked: boolean;
  /** The last error of a command that was the device's or the host's fault. */
  readonly fault: string | null;
  /** Monotonic milliseconds. */
  readonly heldSince: number;
}

/** What a lease shows about its device: it works, it failed a job at once, or nothing. Times are monotonic. */
function tells({ jobId, worked, fault, heldSince }: EndedLease, now: number): "works" | "failed" | "nothing" {
  if (jobId === null) return "nothing";
  if (worked) return "works";
  return fault !== null && now - heldSince < quickMilliseconds ? "failed" : "nothing";
}

/**
 * Takes a device out of service that fails job after job at once, because it would use up a whole queue. After its return it is on
 * probation, until a job could work on it.
 */
export class DeviceFailures {
  #inARow = 0;

  /** Why the device goes out of service; null: it stays. */
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

/** The same for all devices of a host together: if several devices fail, the fault is probably the host's. */
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
    // One fault of the host ends the jobs of all its devices: jobs that already ran do not extend the pause.
    if (this.#pause !== null && lease.heldSince < this.#pause.since) {
      this.#pause = { ...this.#pause, why };
      return;
    }
    this.#plan.failed(now, this.#retryBackoff);
    this.#pause = { since: now, why };
  }

  /** Why the host takes no new work; null when it does. After its pause, one more quick failure starts a longer one. */
  get problem(): string | null {
    return this.#pause !== null && this.#plan.waits(this.#monotonic()) ? this.#pause.why : null;
  }
}
