import type { Device } from "#shared/contracts/device/device.ts";
import type { SplitApps, SplitWindow } from "#shared/contracts/device/split-screen.ts";
import type { Job } from "#shared/contracts/job/job.ts";
import type { NetworkState } from "#shared/contracts/judging/compared-state.ts";
import { type Intervention, mostInterventions } from "#shared/contracts/step/intervention.ts";
import type { ErrorId, JobId } from "#shared/contracts/values/ids.ts";
import { DroverError } from "#shared/errors/drover-error.ts";
import type { AdbPort } from "../adb-port/open-adb-port.ts";
import type { ReadDevice } from "../judging/read-device.ts";
import type { RememberedScreen } from "../observe/captured-screen.ts";
import { StoredParts } from "../observe/stored-parts.ts";
import type { ScreenRecorder } from "../recording/screen-recorder.ts";
import type { KeptFields } from "../secrets/typed-fields.ts";
import { TypedSecrets } from "../secrets/typed-secrets.ts";

/** A session's adb port as its lease knows it. */
export interface SessionPort {
  readonly port: AdbPort;
  /** Resolves when it is closed and what went through it is written down. */
  readonly ended: Promise<void>;
}

/** How long a claim or a renewal is good for. */
export const leaseSeconds = 60;

/** What one job has of a lease: its own, or one that the job which holds the device lends it. */
export class LeasePart {
  /** Of a split screen; null: the whole display. */
  readonly window: SplitWindow | null;
  /** What its job saw last of that window. */
  lastScreen: RememberedScreen | null = null;

  constructor(window: SplitWindow | null) {
    this.window = window;
  }

  /**
   * The last look that answered one of its commands: what its agent chooses by. Null: this process has not looked yet, or
   * the device was out of sight since.
   */
  answered: RememberedScreen | null = null;
  /** As it was when it got the device, or was first read in this process; null: not yet. */
  job: Job | null = null;
  /** The device as the job's agent found it; null: not read in this process. */
  found: ReadDevice | null = null;
  /** What of its last look lies in storage. */
  readonly stored = new StoredParts();
  /** Resolves when nothing of the last screen is on its way to storage. Never rejects. */
  screenStored: Promise<void> = Promise.resolve();
  /** For how long a command waited until the last screen was stored, or lay on this machine's disk. */
  uploadMilliseconds = 0;
  /** Crashes and the like that were reported, or were there before its job: lines of the device's event log, or processes. */
  readonly knownFailures = new Set<string>();
  /** Processes that did not respond and were waited for. */
  readonly waitedFor = new Set<string>();
  /** The latest of these that no step carries yet. */
  failureId: ErrorId | null = null;
  /** For how many actions its screen has looked the same, and how many make the host doubt it. */
  readonly stillness = { face: null as string | null, count: 0, patience: 3 };
  /** Whether the device has one, as far as its job knows, and whether it was brought back once. */
  readonly network = { askedAt: null as number | null, state: "unknown" as NetworkState, tried: false };
  /** What middleware has to say with the next observation. */
  readonly notes: string[] = [];
  /** What a person did since the last look that a step of the job ended with; the first this many. */
  readonly touches: Intervention[] = [];
}

/** Why a person has the device, when one has: a job that holds it as it is gives it back so. */
export const personsReasonOf = ({ quarantinedBy, stateReason }: Device): string | null =>
  quarantinedBy === "operator" ? (stateReason ?? "") : null;

interface HeldLeaseOptions {
  readonly jobId: JobId | null;
  readonly epoch: number;
  /** Monotonic milliseconds from before the claim was written, so that the host is the first to give up. */
  readonly claimedAt: number;
  readonly monotonic: () => number;
  readonly personsReason?: string | null;
  /** Where is kept into which fields secrets were typed. Absent: in memory alone. */
  readonly keptFields?: KeptFields;
  /** What was typed before it and may still be on the screen. */
  readonly left?: TypedSecrets;
}

/** One holder's hold on one device, as this host knows it. */
export class HeldLease {
  /** Null: the host itself, to clean the device or for a person's request. */
  readonly jobId: JobId | null;
  readonly epoch: number;
  /** Monotonic milliseconds. */
  readonly heldSince: number;
  /** A job could do something on the device. */
  worked = false;
  /** The last error of a command that was the device's or this host's fault; null: there was none. */
  fault: string | null = null;
  /** The device has been made fit for this lease's job. */
  prepared = false;
  /** The packages of the two apps that share the display. */
  split: SplitApps | null = null;
  /** Why a person has the device, who gets it back as it is; null: it is cleaned and freed. */
  readonly personsReason: string | null;
  /** What was typed without anybody seeing it, by whichever job: it may be on the screen as long as the lease lasts. */
  readonly secrets: TypedSecrets;
  /** Nobody took the last command's answer: the job may have moved on. */
  unanswered = false;
  /** The way past this host that its session has to the device. */
  adbPort: SessionPort | null = null;
  /** Of the screen, when its job wants that. */
  recorder: ScreenRecorder | null = null;
  /** How long its device may be away now; null: no longer than any. */
  absenceMilliseconds: number | null = null;
  /** Commands in a row that the device was too slow for. */
  timeouts = 0;
  readonly #parts = new Map<JobId, LeasePart>();
  readonly #monotonic: () => number;
  #expiresAt: number;
  #revoked: string | null = null;
  readonly #over = new AbortController();

  constructor(options: HeldLeaseOptions) {
    this.jobId = options.jobId;
    this.epoch = options.epoch;
    this.heldSince = options.claimedAt;
    this.personsReason = options.personsReason ?? null;
    this.secrets = options.left ?? new TypedSecrets(options.keptFields);
    this.#monotonic = options.monotonic;
    this.#expiresAt = options.claimedAt + leaseSeconds * 1_000;
  }

  /** The job's part; null when this process has not seen it yet. Its holder's own is always there. */
  partOf(jobId: JobId): LeasePart | null {
    const part = this.#parts.get(jobId) ?? null;
    return part === null && jobId === this.jobId ? this.lend(jobId) : part;
  }

  /** Jobs that work on it beside, or in place of, the one that holds it. */
  get lentTo(): readonly JobId[] {
    return [...this.#parts.keys()].filter((jobId) => jobId !== this.jobId);
  }

  /** From now on the job's commands are the lease's. */
  lend(jobId: JobId, window: SplitWindow | null = null): LeasePart {
    const part = new LeasePart(window);
    this.#parts.set(jobId, part);
    return part;
  }

  endPart(jobId: JobId): void {
    this.#parts.delete(jobId);
  }

  /** Whatever comes back, nobody has seen its screen. */
  outOfSight(): void {
    for (const part of this.#parts.values()) part.answered = null;
  }

  /** A person did this on the device's screen: each job that works on it is notified. */
  touched(intervention: Intervention): void {
    for (const { touches } of this.#parts.values()) {
      if (touches.length < mostInterventions) touches.push(intervention);
    }
  }

  /** The host stops; the lease itself stays its job's. */
  letGo(): void {
    this.#end("its host stops");
  }

  #end(reason: string): void {
    this.#over.abort(new DOMException(reason, "AbortError"));
  }

  /** Aborted with the reason when the lease was revoked, given back or let go: what lives with it ends. */
  get over(): AbortSignal {
    return this.#over.signal;
  }

  /** No command may use it any more, whatever the store says. */
  get isRevoked(): boolean {
    return this.#revoked !== null;
  }

  get lost(): boolean {
    return this.isRevoked || this.#monotonic() >= this.#expiresAt;
  }

  /** Monotonic milliseconds of the claim or of the last renewal. */
  get renewedAt(): number {
    return this.#expiresAt - leaseSeconds * 1_000;
  }

  renewed(at: number): void {
    this.#expiresAt = at + leaseSeconds * 1_000;
  }

  /** No further command of this holder may touch the device. */
  revoke(reason: string): void {
    this.#revoked ??= reason;
    this.#end(this.#revoked);
  }

  /** Called before each write: a host that slept through its lease must not act on another's device (docs/faults.md D7). */
  check(): void {
    if (!this.lost) return;
    throw new DroverError(
      "LeaseLost",
      `Lease ${this.epoch} has ended: ${this.#revoked ?? "it was not renewed in time"}.`,
      {
        details: { epoch: this.epoch },
      },
    );
  }
}
