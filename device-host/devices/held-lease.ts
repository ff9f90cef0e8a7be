import type { JobId } from "#shared/contracts/ids.ts";
import type { Policy } from "#shared/contracts/policy.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import { TypedSecrets } from "../secrets/typed-secrets.ts";

/** How long a claim or a renewal is good for, and how often it is renewed. */
export const leaseSeconds = 60;

/** One holder's hold on one device, as this host knows it. */
export class HeldLease {
  /** Null: the host itself, to clean the device or for a person's request. */
  readonly jobId: JobId | null;
  readonly epoch: number;
  /** The device has been made fit for this lease's job. */
  prepared = false;
  /**
   * Monotonic milliseconds of the last look that answered one of its commands. Null: this process has not looked yet, or
   * the device was out of sight since.
   */
  lookedAt: number | null = null;
  /** What its job may do; null until it was read. */
  policy: Policy | null = null;
  /** What was typed without anybody seeing it. */
  readonly secrets = new TypedSecrets();
  /** How long storing the last screen took. */
  uploadMilliseconds = 0;
  /** Whether its job keeps everything, and the task whose secrets are left out of that; null: not known yet. */
  debugged: { readonly debug: boolean; readonly task: string } | null = null;
  /** What middleware has to say with the next observation. */
  readonly notes: string[] = [];
  /** Nobody took the last command's answer: the job may have moved on. */
  unanswered = false;
  /** Commands in a row that the device was too slow for. */
  timeouts = 0;
  readonly #monotonic: () => number;
  #expiresAt: number;
  #revoked: string | null = null;

  /** `claimedAt`: monotonic milliseconds from before the claim was written, so that the host is the first to give up. */
  constructor(options: { jobId: JobId | null; epoch: number; claimedAt: number; monotonic: () => number }) {
    this.jobId = options.jobId;
    this.epoch = options.epoch;
    this.#monotonic = options.monotonic;
    this.#expiresAt = options.claimedAt + leaseSeconds * 1_000;
  }

  get lost(): boolean {
    return this.#revoked !== null || this.#monotonic() >= this.#expiresAt;
  }

  renewed(at: number): void {
    this.#expiresAt = at + leaseSeconds * 1_000;
  }

  /** No further command of this holder may touch the device. */
  revoke(reason: string): void {
    this.#revoked ??= reason;
  }

  /** Called before each write: a host that slept through its lease must not act on another's device (docs/faults.md D7). */
  check(): void {
    if (!this.lost) return;
    throw new DroverError(
      "LeaseLost",
      `Lease ${this.epoch} is over: ${this.#revoked ?? "it was not renewed in time"}.`,
      {
        details: { epoch: this.epoch },
      },
    );
  }
}
