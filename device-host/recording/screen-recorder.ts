import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { MissingReason } from "#shared/contracts/device/screen-recording.ts";
import type { ScreenSize } from "#shared/contracts/values/coordinate.ts";
import type { JobId } from "#shared/contracts/values/ids.ts";
import { unexpected } from "#shared/errors/wire-error.ts";
import type { AdbDevice } from "../adb/adb-device.ts";
import type { HostClock } from "../host-clock.ts";
import { type RunningSegment, recordSegment } from "./record-segment.ts";

export interface RecordingLimits {
  /** Android ends a recording after three minutes. */
  readonly segmentSeconds: number;
  /** So long before that the next part begins, so that nothing is missed. */
  readonly overlapSeconds: number;
  /** Of all parts together. */
  readonly mostBytes: number;
}

export const defaultRecordingLimits: RecordingLimits = {
  segmentSeconds: 180,
  overlapSeconds: 3,
  mostBytes: 512 * 1_048_576,
};

export interface RecorderOptions {
  readonly adb: AdbDevice;
  readonly clock: HostClock;
  readonly limits: RecordingLimits;
  readonly size: ScreenSize;
  readonly bitsPerSecond: number;
  /** Of this machine, for the parts; made and removed with them. */
  readonly directory: string;
  readonly newId: () => string;
  /** What is wrong with it from the beginning. */
  readonly problem?: string;
}

/** A part of the recording on this machine; times are monotonic milliseconds. */
export interface RecordedPiece {
  readonly file: string;
  readonly begunAt: number;
  readonly endedAt: number;
}

/** From which moment on nothing is recorded, and why. */
interface End {
  readonly at: number;
  readonly reason: Exclude<MissingReason, "gap"> | null;
}

export interface Recorded {
  /** Null: nothing was recorded. */
  readonly begunAt: number | null;
  /** When its last part ended, or when it was to end. */
  readonly endedAt: number;
  readonly pieces: readonly RecordedPiece[];
  /** When it was ended before its time. */
  readonly early: End | null;
  readonly acts: readonly { readonly jobId: JobId; readonly stepNumber: number; readonly at: number }[];
  readonly problem: string | null;
}

const mostTries = 5;
const pauseMilliseconds = 1_000;
const mostActs = 5_000;

/** Records one device's screen in parts, for as long as a lease has it. Errors are reported at its end: it never throws. */
export class ScreenRecorder {
  readonly #options: RecorderOptions;
  readonly #stopping = new AbortController();
  readonly #acts: Recorded["acts"][number][] = [];
  readonly #pieces: RecordedPiece[] = [];
  readonly #running = new Set<RunningSegment>();
  readonly #fetching: Promise<void>[] = [];
  #loop: Promise<void> = Promise.resolve();
  #early: End | null = null;
  #problem: string | null = null;
  #begunAt: number | null = null;
  #bytes = 0;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  begin(): void {
    this.#loop = this.#record().catch((error: unknown) => this.#failed(error));
  }

  /** An action of that step is sent to the device now. */
  acted(jobId: JobId, stepNumber: number): void {
    if (this.#acts.length < mostActs)
      this.#acts.push({ jobId, stepNumber, at: this.#options.clock.monotonic() });
  }

  /** Nothing that the screen shows from now on is recorded. What may hold some of it is thrown away. */
  async stopFor(reason: "secret" | "tooLarge"): Promise<void> {
    this.#early ??= { at: this.#options.clock.monotonic(), reason };
    this.#stopping.abort();
    await this.#loop;
  }

  /** Ends it and fetches what is still on the device. */
  async end(): Promise<Recorded> {
    const askedAt = this.#options.clock.monotonic();
    this.#stopping.abort();
    await this.#loop;
    await Promise.all(this.#fetching);
    const pieces = this.#pieces.toSorted((one, other) => one.begunAt - other.begunAt);
    return {
      begunAt: this.#begunAt,
      // How long the parts take to come from the device is no part of it.
      endedAt: Math.max(askedAt, ...pieces.map(({ endedAt }) => endedAt)),
      pieces,
      early: this.#early,
      acts: this.#acts,
      problem: [this.#options.problem ?? [], this.#problem ?? []].flat().join("; ") || null,
    };
  }

  /** Its lease was lost: the screen is another's from now on. */
  async abandon(): Promise<void> {
    this.#stopping.abort();
    await this.#loop;
    await Promise.all(this.#fetching);
    await this.discard();
  }

  /** The parts on this machine. */
  async discard(): Promise<void> {
    await rm(this.#options.directory, { recursive: true, force: true });
  }

  async #record(): Promise<void> {
    const { clock, limits } = this.#options;
    const stop = this.#stopping.signal;
    await mkdir(this.#options.directory, { recursive: true });
    let tries = 0;
    let current: RunningSegment | null = null;
    while (!stop.aborted) {
      const next = await this.#next(current === null);
      if (next !== null) {
        tries = 0;
        if (current !== null) await this.#finish(current);
        current = next;
      } else {
        // Two at once are too much for some encoders: this one begins when that one has ended.
        if (current !== null) await this.#finish(current);
        else if (++tries >= mostTries) return;
        else await clock.wait(pauseMilliseconds, stop);
        current = null;
        continue;
      }
      await this.#until(current, (limits.segmentSeconds - limits.overlapSeconds) * 1_000);
    }
    await Promise.all([...this.#running].map((segment) => this.#finish(segment)));
  }

  async #next(isFirst: boolean): Promise<RunningSegment | null> {
    const { adb, clock, limits, size, bitsPerSecond, newId } = this.#options;
    const order = { name: newId(), size, bitsPerSecond, limitSeconds: limits.segmentSeconds };
    try {
      const segment = await recordSegment(adb, order, clock);
      this.#running.add(segment);
      this.#begunAt ??= segment.begunAt;
      this.#problem = null;
      return segment;
    } catch (error) {
      if (isFirst) this.#failed(error);
      return null;
    }
  }

  /** The part's time is nearly up, it ended by itself, or nothing more is to be recorded. */
  async #until(segment: RunningSegment, milliseconds: number): Promise<void> {
    const ended = new AbortController();
    const enough = AbortSignal.any([this.#stopping.signal, ended.signal]);
    await Promise.race([segment.over, this.#options.clock.wait(milliseconds, enough)]);
    ended.abort();
  }

  async #finish(segment: RunningSegment): Promise<void> {
    if (!this.#running.delete(segment)) return;
    const { adb, clock } = this.#options;
    const stopped = await segment.stop();
    const endedAt = Math.min(clock.monotonic(), this.#early?.at ?? Number.POSITIVE_INFINITY);
    // After a secret nobody may guess what is on it.
    if (!stopped && this.#early?.reason === "secret") {
      await adb.write([["rm", "-f", segment.path]]).catch(() => []);
      this.#early = { at: Math.min(this.#early.at, segment.begunAt), reason: "secret" };
      return;
    }
    this.#fetching.push(this.#fetch(segment, endedAt));
  }

  async #fetch({ path, begunAt, complaint }: RunningSegment, endedAt: number): Promise<void> {
    const { adb, directory, limits } = this.#options;
    try {
      const bytes = await adb.pull(path, limits.mostBytes - this.#bytes);
      await adb.write([["rm", "-f", path]]);
      if (bytes === null || bytes.length === 0)
        throw new Error(complaint() ?? "the device does not have this part");
      this.#bytes += bytes.length;
      const file = join(directory, `${this.#pieces.length}-${Math.round(begunAt)}.mp4`);
      await writeFile(file, bytes);
      this.#pieces.push({ file, begunAt, endedAt });
    } catch (error) {
      this.#failed(error);
    }
    if (this.#bytes > limits.mostBytes / 2) void this.stopFor("tooLarge");
  }

  #failed(error: unknown): void {
    this.#problem = unexpected(error).message.slice(0, 500);
  }
}
